import { say } from './live.js';

/** Shows buttons that copy a text, where the browser allows it. */
export function copyTexts() {
  if (!navigator.clipboard) return;
  const buttons = [...document.querySelectorAll('[data-copy]')];
  const label = (button, word) => {
    button.textContent = word;
    if (button.ariaLabel) button.ariaLabel = button.ariaLabel.replace(/^\w+/, word);
  };
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      for (const each of buttons) label(each, each === button ? 'Copied' : 'Copy');
      say(button.ariaLabel ?? 'Copied');
    });
  }
}
