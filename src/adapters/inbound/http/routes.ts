import type { Operation, PathParams } from './operation.ts';

/** A path of the API, with its operations. */
export interface Route {
  readonly path: string;
  readonly operations: readonly Operation[];
}

/** A route, with the values of its path's parameters. */
export interface RouteMatch {
  readonly route: Route;
  readonly params: PathParams;
}

export function routesOf(operations: readonly Operation[]): Route[] {
  const paths = new Set(operations.map(({ path }) => path));
  return [...paths].map((path) => ({
    path,
    operations: operations.filter((operation) => operation.path === path),
  }));
}

/** The route of a path, matched exactly. */
export function findRoute(routes: readonly Route[], path: string): RouteMatch | undefined {
  const segments = path.split('/');
  for (const route of routes) {
    const params = match(route.path.split('/'), segments);
    if (params) return { route, params };
  }
  return undefined;
}

function match(template: readonly string[], segments: readonly string[]): PathParams | undefined {
  if (template.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith('{') && segment) params[part.slice(1, -1)] = decodeOnce(segment);
    else if (part !== segment) return undefined;
  }
  return params;
}

/** Percent-decodes a text once. Returns it unchanged if it is not valid percent-encoding. */
function decodeOnce(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
