/**
 * The meaning of a key, also with Caps Lock. Where keyboards have other than Latin letters, the key's place
 * counts.
 */
export function keyOf({ key, code, shiftKey }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  if (key === '/' || key === '?') return key;
  if (code === 'Slash' && /[.,]/.test(key)) return shiftKey ? '?' : '/';
  const isOther = /^\P{ASCII}$/u.test(key);
  const [, letter, digit] = /^(?:Key(.)|(?:Digit|Numpad)(\d))$/.exec(code) ?? [];
  return digit ?? ((isOther && letter?.toLowerCase()) || key);
}
