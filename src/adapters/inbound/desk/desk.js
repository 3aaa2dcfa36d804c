// Shows times in the zone of whoever looks.
for (const time of document.querySelectorAll('time'))
  time.textContent = new Date(time.dateTime).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
