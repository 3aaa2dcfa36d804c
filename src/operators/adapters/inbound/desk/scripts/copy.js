/** Shows buttons that copy a text, where the browser allows it. */
export function copyTexts() {
  if (!navigator.clipboard) return;
  const buttons = [...document.querySelectorAll('[data-copy]')];
  const say = (button, word) => {
    button.textContent = word;
    if (button.ariaLabel) button.ariaLabel = `${word} ${button.dataset.copy}`;
  };
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const copying = navigator.clipboard.writeText(button.dataset.copy);
      const done = await copying.then(
        () => 'Copied',
        () => 'Not copied',
      );
      for (const each of buttons) say(each, each === button ? done : 'Copy');
    });
  }
}
