import { say } from './live.js';

/** Shows buttons that copy a text, where the browser allows it. */
export function copyTexts() {
  if (!navigator.clipboard) return;
  const buttons = [...document.querySelectorAll('[data-copy]')];
  const label = (button, word) => {
    button.textContent = word;
    if (button.ariaLabel) button.ariaLabel = button.ariaLabel.replace(/^(?:Copy|Copied|Not copied)\b/, word);
  };
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const copying = navigator.clipboard.writeText(button.dataset.copy);
      const done = await copying.then(
        () => 'Copied',
        () => 'Not copied',
      );
      for (const each of buttons) label(each, each === button ? done : 'Copy');
      say(button.ariaLabel ?? done);
    });
  }
}
