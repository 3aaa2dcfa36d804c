import { userInfo } from 'node:os';

/** Who runs this process. In a container, the user may have no name. */
export function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
