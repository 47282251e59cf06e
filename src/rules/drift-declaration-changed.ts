import { declaredWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const driftDeclarationChanged: Rule = defineRule({
  code: 'drift/declaration-changed',
  severity: 'failure',
  title: 'a declaration changed while it was in use',
  why: 'Calls before and after are judged by different contracts. A description is part of what the model obeys: a changed one can be an attack.',
  fix: 'Announce changes (notifications/tools/list_changed), version tools, and review the difference.',
  noun: ['changed declaration', 'changed declarations'],
  needs: [],
  observes: ['declaration-changed'],
  weigh: ({ isAnnounced, isCompatible }) => (isAnnounced || isCompatible ? 'note' : 'failure'),
  message: ({ subject, change, isAnnounced, isByRequest }) =>
    change === 'changed'
      ? `the declaration of ${declaredWords(subject)} changed ${isByRequest === true ? 'between two requests, each of which declares it' : isAnnounced ? 'and the change was announced' : 'without an announcement'}`
      : `${declaredWords(subject)} was ${change} ${change === 'added' ? 'to' : 'from'} what is declared${isAnnounced ? ', which was announced' : ' without an announcement'}`,
});
