import type { CheckHookUrl } from '#operators/application/events/ports/post-event.ts';
import type { CheckSubscription, PushNotice } from '#operators/application/events/ports/subscriptions.ts';
import type { Subscription } from '#operators/domain/events/subscription.ts';
import { Refused } from '#operators/domain/refused.ts';
import type { Post } from './post-event.ts';
import type { PushKeys } from './push-keys.ts';

/** The push service of Safari: it ends the subscription of a page that shows nothing for a message. */
const isApples = ({ endpoint }: Subscription): boolean => /\.apple\.com$/.test(new URL(endpoint).hostname);

/** Loads the packages for it, which only this needs. */
const encryption = () => import('./encryption.ts');

/** Makes the port. */
export const makePushNotice =
  (post: Post, keys: PushKeys): PushNotice =>
  (device, { notice, ttl }) =>
    post({ url: device.endpoint, vendorId: device.id }, async () => {
      const { authorization, encrypted } = await encryption();
      const told = notice.title || !isApples(device) ? notice : { ...notice, title: 'Answered' };
      const body = encrypted(JSON.stringify({ ...told, isNews: notice.title !== undefined }), device);
      const headers = new Map([
        ['authorization', await authorization(device.endpoint, keys)],
        ['content-encoding', 'aes128gcm'],
        ['content-type', 'application/octet-stream'],
        ['content-length', `${body.length}`],
        ['ttl', `${ttl}`],
        ['topic', notice.tag.replaceAll('-', '').slice(0, 32)], // of one lead, the last notice is kept
        ['urgency', notice.title ? 'high' : 'normal'],
      ]);
      return { headers, body };
    });

/** Makes the check of a device's address and keys. */
export const makeCheckSubscription =
  (checkUrl: CheckHookUrl): CheckSubscription =>
  async (given) => {
    await checkUrl(given.endpoint, 'device');
    const { encrypted } = await encryption();
    try {
      encrypted('a lead', given);
    } catch {
      throw new Refused('invalid-hook', 'The keys of this device are not those of a browser.');
    }
  };
