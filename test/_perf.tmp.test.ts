import { test } from 'vitest';
import { readFileSync } from 'node:fs';
import { findReport } from '../src/reports/index.ts';
test('perf', async () => {
  const base = JSON.parse(readFileSync('fixtures/reports/refund-desk/report.json','utf8'));
  const f = base.findings[2];
  for (const [label, map] of [['own calls', (i:number)=>({...f, call:'c'+i})], ['distinct', (i:number)=>({...f, call:'c'+i, path:'/k'+i, fingerprint:'f'+i})]] as const) {
    const r = {...base, findings: Array.from({length:100_000},(_,i)=>map(i))};
    for (const values of ['show','type'] as const) for (const format of ['terminal','json']) { const t=performance.now(); const c=process.cpuUsage(); const s=await findReport(format)!.render(r,new Map(),{color:false,width:100,values}); console.log(label, values, format, Math.round(performance.now()-t),'ms', Math.round(process.cpuUsage(c).user/1000), 'cpu', s.length); }
  }
});
