/** Milliseconds for which words stay in the live place: whoever reads through the page later has them once. */
const TOLD_FOR = 5_000;

/** Says words to who listens, when what they do now leaves time. Others see what has changed. */
export function say(words) {
  const said = document.createElement('p');
  said.textContent = words;
  document.querySelector('[data-live]')?.append(said);
  setTimeout(() => said.remove(), TOLD_FOR);
}
