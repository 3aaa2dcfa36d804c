/** Shows the part that tells on this device where the browser can, and gets an address from its push service. */
export function tellOnDevice() {
  const part = document.querySelector('[data-push]');
  if (!part || !('PushManager' in window)) return;
  part.hidden = false;
  const form = part.querySelector('form');
  form.addEventListener('submit', async (event) => {
    if (form.elements.endpoint.value) return; // it goes to the desk
    event.preventDefault();
    event.stopPropagation(); // it is not yet sent
    const said = form.querySelector('[role=status]');
    try {
      const { endpoint, keys } = await subscribed(part.dataset.push);
      for (const [name, value] of Object.entries({ endpoint, ...keys })) form.elements[name].value = value;
      form.requestSubmit();
    } catch ({ name }) {
      said.textContent =
        name === 'NotAllowedError'
          ? 'This browser may not tell you: allow notifications of the desk in its settings.'
          : 'Its push service does not answer: try again later.';
    }
  });
}

/** Subscribes anew: the address before may belong to another key. */
async function subscribed(applicationServerKey) {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new DOMException('', 'NotAllowedError');
  await navigator.serviceWorker.register('/push-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
}
