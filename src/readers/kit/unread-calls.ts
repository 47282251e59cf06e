/** How calls are told of that stand in a record and are not read: nothing is judged of them, so they are not passed. */
export const unreadCalls = 'calls that are not read:';
