import { userInfo } from 'node:os';

/** The name of the user who runs this process. In a container there may be none. */
export function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
