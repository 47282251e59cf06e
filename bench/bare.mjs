// The bare loop the product is measured against: split lines, JSON.parse, run the compiled ajv validators. Nothing else.
import { createReadStream } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

const ajv = new Ajv2020({ strict: false });
const validators = new Map();
const compiled = (schema) => {
  const key = JSON.stringify(schema);
  let validate = validators.get(key);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    validators.set(key, validate);
  }
  return validate;
};
const tools = new Map();
let valid = 0;
const line = (text) => {
  const event = JSON.parse(text);
  if (event.type === 'tool.declared')
    tools.set(`${event.run}/${event.tool.name}`, { input: compiled(event.tool.inputSchema), output: compiled(event.tool.outputSchema) });
  else if (event.type === 'call.proposed') valid += tools.get(`${event.run}/${event.tool}`).input(event.arguments) ? 1 : 0;
  else if (event.type === 'call.returned') valid += tools.get(`${event.run}/process_refund`).output(event.structured_content) ? 1 : 0;
  else if (event.type === 'run.closed') tools.delete(`${event.run}/process_refund`);
};
let rest = Buffer.alloc(0);
for await (const chunk of createReadStream(process.argv[2], { highWaterMark: 1 << 18 })) {
  const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    line(bytes.utf8Slice(start, end));
    start = end + 1;
  }
  rest = bytes.subarray(start);
}
console.log(valid);
