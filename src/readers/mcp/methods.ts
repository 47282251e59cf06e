/** Methods of MCP 2024-11-05 to 2026-07-28 and its tasks extension, as far as requests go; every `notifications/` is known. */
const known: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'subscriptions/listen',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'tasks/get',
  'tasks/result',
  'tasks/list',
  'tasks/cancel',
  'tasks/update',
  'roots/list',
  'sampling/createMessage',
  'elicitation/create',
]);

/** Requests that only a server makes. */
const ofServer: ReadonlySet<string> = new Set(['roots/list', 'sampling/createMessage', 'elicitation/create']);

export function isKnownMethod(method: string): boolean {
  return known.has(method) || method.startsWith('notifications/');
}

export function isServerMethod(method: string): boolean {
  return ofServer.has(method);
}
