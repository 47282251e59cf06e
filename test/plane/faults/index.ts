import type { Fault } from '../fault.ts';
import { authorizationFaults } from './authorizations.ts';
import { compensationFaults } from './compensation.ts';
import { declarationFaults } from './declarations.ts';
import { deliveryFaults } from './delivery.ts';
import { despiteFaults } from './despite.ts';
import { failureFaults } from './failures.ts';
import { gateFaults } from './gates.ts';
import { lineFaults } from './lines.ts';
import { pairFaults } from './pairs.ts';
import { recoveryFaults } from './recovery.ts';
import { repairFaults } from './repairs.ts';
import { structureFaults } from './structure.ts';

/** Every fault, in the order in which a reader meets them: what a value gets wrong, what went through, what the record lacks. */
export const faults: readonly Fault[] = [
  ...structureFaults,
  ...despiteFaults,
  ...gateFaults,
  ...repairFaults,
  ...authorizationFaults,
  ...declarationFaults,
  ...failureFaults,
  ...compensationFaults,
  ...recoveryFaults,
  ...deliveryFaults,
  ...lineFaults,
  ...pairFaults,
];
