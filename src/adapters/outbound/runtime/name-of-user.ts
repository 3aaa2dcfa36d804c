import { userInfo } from 'node:os';

/**
 * The name of the user who runs this process, or who had it run as another by `sudo` or the shipped script `leads`. In a
 * container there may be none.
 */
export function nameOfUser({ SUDO_USER }: { readonly SUDO_USER?: string | undefined } = {}): string {
  if (SUDO_USER) return SUDO_USER;
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
