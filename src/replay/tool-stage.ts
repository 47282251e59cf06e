import type { Executed, Proposed } from '../model/event/calls.ts';
import type { Stage } from './story.ts';

export const toolStage = (name: Stage['name'], event: Proposed | Executed, value: Stage['value']): Stage => ({
  name,
  record: event.record,
  payload: event.payload,
  value,
  server: event.server,
  tool: event.tool,
  toolPointer: event.toolPointer,
  by: 'by' in event ? event.by : undefined,
  ...('isTried' in event && event.isTried === true && { isTried: true }),
});
