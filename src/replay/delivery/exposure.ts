import type { Candidate } from '../../model/event/providers.ts';
import type { Context } from '../context.ts';
import type { Run } from '../run.ts';
import { candidateParts } from './candidates.ts';
import type { Use } from './limits.ts';
import { asPlanned } from './plans.ts';
import { sayUnjudged } from './unjudged.ts';

interface Shown extends Use {
  /** Who is asked, and who was asked before and failed. */
  readonly candidate: Candidate;
  readonly failed: Candidate | undefined;
}

/**
 * Who sees the data of a recovery is among those who were allowed to: the widest part outside is told, one finding for each request. A request
 * goes where its plan says, as far as it does not say so itself.
 */
export function checkExposure(context: Context, run: Run, told: Shown): void {
  const { authorization, site, subject } = told;
  const candidate = asPlanned(run, subject, told.candidate);
  const outside = candidateParts.find((part) => {
    const [allowed, recorded] = [authorization.exposure[part], candidate[part]];
    return allowed !== undefined && recorded !== undefined && !allowed.includes(recorded);
  });
  if (outside !== undefined) {
    const [allowed, recorded] = [authorization.exposure[outside] ?? [], candidate[outside] ?? ''];
    context.observe({ kind: 'exposure-widened', site, subject, what: outside, allowed, recorded });
    return;
  }
  const unsaid = candidateParts.find((part) => authorization.exposure[part] !== undefined && candidate[part] === undefined);
  if (unsaid !== undefined) say(context, run, told, `the recovery limits who may see the data, and the ${unsaid} is not recorded`);
  else sayOpenRegion(context, run, { ...told, candidate });
}

/** An exposure that names somebody, and says nothing of where: that the data leaves its region for another was neither allowed nor forbidden. */
function sayOpenRegion(context: Context, run: Run, told: Shown): void {
  const { exposure } = told.authorization;
  const isSilent = exposure.region === undefined && candidateParts.some((part) => exposure[part] !== undefined);
  if (!isSilent || told.failed === undefined) return;
  const before = asPlanned(run, told.subject, told.failed).region;
  const { region } = told.candidate;
  if (region === undefined || before === undefined || region === before) return;
  say(context, run, told, 'the recovery says who may see the data and names no region, and this request goes to another one than before');
}

/** Once for each authorisation, in these words. */
function say(context: Context, run: Run, { authorization, site, subject }: Use, detail: string): void {
  if (authorization.said.has(detail)) return;
  authorization.said.add(detail);
  sayUnjudged(context, run, { site, subject, detail });
}
