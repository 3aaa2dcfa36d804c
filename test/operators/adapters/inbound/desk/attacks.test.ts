import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { assets } from '../../../../../src/operators/adapters/inbound/desk/assets.ts';
import { openServedDesk } from '../../../../support/served-desk.ts';
import { speakRaw } from '../../../../support/socket.ts';

let desk: Awaited<ReturnType<typeof openServedDesk>>;
beforeAll(async () => {
  desk = await openServedDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

/** The answer to a link's button. */
const opened = async (headers: Record<string, string> = {}) =>
  desk.ask(new URL(await desk.link()).pathname, {
    method: 'POST',
    headers: { origin: desk.origin, ...headers },
  });

const form = { 'content-type': 'application/x-www-form-urlencoded' };

it('a name that stands in a query a thousand times is read once, not a thousand times', async () => {
  const getAll = vi.spyOn(URLSearchParams.prototype, 'getAll');
  onTestFinished(() => getAll.mockRestore());
  const query = 'goal=%2Freport&'.repeat(1000);
  const cookie = await desk.cookie();
  const { text: token } = await desk.operator.issueToken({ name: 'CRM', role: 'viewer', by: 'test' });
  const headers = { cookie, authorization: `Bearer ${token}` };
  for (const path of ['/sign-in', '/', '/report', '/api/leads'])
    await desk.ask(`${path}?${query}`, { headers });
  expect(getAll.mock.calls.length).toBeLessThan(100);
});

describe('a page of another site', () => {
  it.each([
    ['from another host', 'https://evil.example'],
    ['from another port of this machine', 'http://127.0.0.1:1'],
    ['from https at the same place', (own: string) => own.replace('http:', 'https:')],
    ['from a host that begins alike', (own: string) => `${own}.evil.example`],
    ['from a sandboxed frame', 'null'],
    ['without an origin', ''],
    ['with two origins', (own: string) => `${own}, https://evil.example`],
  ])('changes nothing %s', async (_where, given) => {
    const cookie = await desk.cookie();
    const origin = typeof given === 'string' ? given : given(desk.origin);
    const headers = { ...form, cookie, ...(origin && { origin }) };
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers: got } = await desk.ask('/sign-out', { method, headers });
      expect(status).toBe(403);
      expect(Object.keys(got).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    expect((await desk.ask('/', { headers: { cookie } })).status).toBe(200); // still signed in
  });

  it('is known by its Referer alone where a browser names no origin; else that header says nothing', async () => {
    const cookie = await desk.cookie();
    const { origin } = desk;
    const post = (headers: Record<string, string>) =>
      desk.ask('/leads/none/log', { method: 'POST', headers: { ...form, cookie, ...headers } });
    const own = `${origin}/leads/none?q=1`;
    for (const headers of [
      { referer: `https://evil.example/${own}` },
      { referer: own.replace('://', '://evil.example/') },
      { referer: `${origin}@evil.example/` },
      { referer: `${origin}.evil.example/` },
      { referer: own.replace('http:', 'https:') },
      { referer: origin.replace('http:', '') },
      { referer: 'about:blank' },
      { referer: own, origin: 'https://evil.example' },
      { referer: own, origin: 'null' },
      { referer: own, origin: '' },
      { referer: own, 'sec-fetch-site': 'cross-site' },
      { referer: own, 'sec-fetch-site': 'same-origin' },
    ]) {
      const { status, body } = await post(headers);
      expect([headers, status, body]).toEqual([headers, 403, expect.stringMatching(/not come from a page/)]);
    }
    expect((await post({})).body).toMatch(/does not say which page .*have it send Referer/);
    for (const referer of [own, `${origin}/`, own.replace('http://', 'http://x@')])
      expect([referer, (await post({ referer })).status]).toEqual([referer, 404]); // of the lead
  });

  it('can neither frame, embed, read nor script one of the desk', async () => {
    const cookie = await desk.cookie();
    const asked = ['/', '/sign-in', '/no-such-page', '/desk.js', '/link/x', '/sign-in/done'];
    for (const path of asked) {
      const { headers } = await desk.ask(path, { headers: { cookie } });
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      });
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toEqual(
        expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]),
      );
      expect(policy.join()).not.toMatch(/unsafe|\*|https?:|data:/);
    }
  });

  it('reaches the desk under a name of its own, and gets nothing', async () => {
    const cookie = await desk.cookie();
    for (const host of [
      `evil.example:${desk.port}`,
      'evil.example',
      `127.0.0.1:${desk.port}.evil.example`,
      '127.0.0.1',
    ]) {
      const headers = {
        host,
        cookie,
        origin: `http://${host}`,
        'x-forwarded-host': `127.0.0.1:${desk.port}`,
      };
      for (const method of ['GET', 'POST']) {
        const { status, cookies } = await desk.ask('/sign-in', { method, headers });
        expect([status, cookies]).toEqual([421, []]);
      }
    }
    for (const host of [`localhost:${desk.port}`, `[::1]:${desk.port}`])
      expect((await desk.ask('/sign-in', { headers: { host } })).status).toBe(200);
    // Whoever keeps it running knows it by its address, and is told that it runs.
    for (const path of ['/healthz', '/readyz', '/readyz?from=probe']) {
      const told = await desk.ask(path, { headers: { host: '10.1.2.3:3001' } });
      expect([told.status, told.body]).toEqual([200, 'ok\n']);
    }
    for (const path of ['/healthz', '/readyz'])
      expect(await speakRaw(desk.origin, `GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(await speakRaw(desk.origin, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 421/);
  });
});

describe('a session', () => {
  it('is never one that the browser came with, and the one before it ends', async () => {
    const planted = 'A'.repeat(43);
    const first = await opened({ cookie: `desk=${planted}` });
    expect(first.status).toBe(303);
    const [session = ''] = /^desk=\w+/.exec(first.cookies[0] ?? '') ?? [];
    expect(session).toMatch(/^desk=\w{43}$/);
    expect(session).not.toContain(planted);
    const second = await opened({ cookie: session });
    expect(second.status).toBe(303);
    const old = await desk.ask('/', { headers: { cookie: session } });
    expect([old.status, old.headers.location]).toEqual([302, '/sign-in?goal=%2F']);
  });

  it('that was stolen ends with the sign-out', async () => {
    const cookie = await desk.cookie();
    const { origin } = desk;
    const out = await desk.ask('/sign-out', { method: 'POST', headers: { ...form, cookie, origin } });
    expect([out.status, out.headers.location]).toEqual([302, '/sign-in?out']);
    expect(out.cookies[0]).toMatch(/^desk=; .*expires=Thu, 01 Jan 1970/);
    expect((await desk.ask('/', { headers: { cookie } })).status).toBe(302);
    const change = { method: 'POST', headers: { ...form, cookie, origin } };
    expect((await desk.ask('/sign-out', change)).status).toBe(401);
  });

  it('is no link, no sign-in, and nothing in the address', async () => {
    const cookie = await desk.cookie();
    const text = cookie.slice('desk='.length);
    expect((await desk.ask(`/?desk=${text}`)).status).toBe(302);
    const { link } = await desk.access.makeLink({ name: 'Grace', role: 'admin', by: 'test' });
    expect((await desk.ask('/', { headers: { cookie: `desk=${link}` } })).status).toBe(302);
    for (const method of ['GET', 'POST'])
      expect((await desk.ask(`/link/${text}`, { method, headers: { origin: desk.origin } })).status).toBe(
        401,
      );
  });

  it('comes in a cookie that no script reads and no other site sends with a change', async () => {
    const { cookies } = await opened();
    expect(cookies).toEqual([
      expect.stringMatching(/^desk=\w{43}; path=\/; expires=[^;]+; samesite=lax; httponly$/),
    ]);
  });

  it('goes over https alone where the desk has such an address', async () => {
    await using secure = await openServedDesk({ DESK_URL: 'https://desk.example.com' });
    const { link } = await secure.access.makeLink({ name: 'Grace', role: 'admin', by: 'test' });
    const headers = { host: 'desk.example.com' };
    const sent = { method: 'POST', headers: { ...headers, origin: 'https://desk.example.com' } };
    const { cookies, headers: got } = await secure.ask(`/link/${link}`, sent);
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-desk=\w{43}; path=\/; expires=[^;]+; samesite=lax; secure; httponly$/),
    ]);
    expect(got['strict-transport-security']).toBe('max-age=31536000');
    const session = (cookies[0] ?? '').split(';')[0]?.replace('__Host-', '') ?? '';
    // A name that another host of example.com could set counts for nothing.
    expect((await secure.ask('/', { headers: { ...headers, cookie: session } })).status).toBe(302);
    expect((await secure.ask('/', { headers: { ...headers, cookie: `__Host-${session}` } })).status).toBe(
      200,
    );
    // As nginx's $host:$server_port writes it, and whoever types a name in capitals.
    for (const host of ['desk.example.com:443', 'DESK.Example.com']) {
      const answer = await secure.ask('/', { headers: { host, cookie: `__Host-${session}` } });
      expect(answer.status).toBe(200);
      const begun = await secure.ask('/sign-in/begin', { headers: { host } });
      expect(begun.status).toBe(401); // it has no provider, and leads nowhere else
    }
    for (const host of ['desk.example.com:80', 'desk.example.com.evil.example', 'x@evil.example'])
      expect((await secure.ask('/', { headers: { host } })).status).toBe(421);
    // As nginx 1.22 and Apache 2.4 send it unless they are told otherwise.
    const ofProxy = await secure.ask('/', { headers: { host: `127.0.0.1:${secure.port}` } });
    expect([ofProxy.status, ofProxy.body]).toEqual([
      421,
      expect.stringMatching(new RegExp(`names the host 127.0.0.1:${secure.port}, .* Host \\$http_host;`)),
    ]);
    const change = { method: 'POST', headers: { ...headers, origin: 'http://desk.example.com' } };
    expect((await secure.ask('/sign-out', change)).status).toBe(403);
  });
});

describe('guessing', () => {
  it('ends after twenty failures a minute, whatever is tried; what works lets in at the same address', async () => {
    await using own = await openServedDesk();
    const tried = [];
    for (let n = 0; n < 22; n += 1)
      tried.push((await own.ask(n % 2 ? `/link/${n}` : `/sign-in/done?code=${n}`)).status);
    expect(tried).toEqual([...Array(20).fill(401), 429, 429]);
    const elsewhere = { headers: { 'x-forwarded-for': '192.0.2.1' } }; // no proxy: the client's own word
    expect((await own.ask('/link/other', elsewhere)).status).toBe(429);
    const path = new URL(await own.link()).pathname;
    expect((await own.ask(path)).status).toBe(200);
    expect((await own.ask(path, { method: 'POST', headers: { origin: own.origin } })).status).toBe(303);
    expect((await own.ask(path)).status).toBe(429); // it works no longer
    expect((await own.ask('/sign-in')).status).toBe(200);
    expect((await own.ask('/', { headers: { cookie: await own.cookie() } })).status).toBe(200);
  });

  it('counts behind a proxy by the address that the proxy adds', async () => {
    await using own = await openServedDesk({ DESK_URL: 'https://desk.example.com' });
    const from = (address: string, link: string) =>
      own.ask(`/link/${link}`, { headers: { host: 'desk.example.com', 'x-forwarded-for': address } });
    for (let n = 0; n < 20; n += 1) await from(`198.51.100.${n}, 192.0.2.1`, `${n}`); // the first one is the client's own word
    expect((await from('203.0.113.1, 192.0.2.1', 'x')).status).toBe(429);
    expect((await from('192.0.2.2', 'x')).status).toBe(401);
  });

  it('is told the same of a link that never was and of one that was used', async () => {
    const path = new URL(await desk.link()).pathname;
    const open = () => desk.ask(path, { method: 'POST', headers: { origin: desk.origin } });
    await open();
    const { body } = await desk.ask('/link/never');
    expect([(await desk.ask(path)).body, (await open()).body]).toEqual([body, body]);
  });

  it('a link is opened at its own address alone, which a proxy keeps out of its log', async () => {
    const path = new URL(await desk.link()).pathname;
    for (const other of [path.replace('/link/', '/LINK/'), path.replace('/link/', '/%6Cink/'), `/${path}`]) {
      const { status, cookies } = await desk.ask(other, { method: 'POST', headers: { origin: desk.origin } });
      expect([other, status, cookies]).toEqual([other, 404, []]);
    }
    expect((await desk.ask(path)).status).toBe(200);
    expect((await desk.ask('/LEADS/MOVE', { headers: { cookie: await desk.cookie() } })).status).toBe(404);
  });

  it('a link is not spent by who only looks at it, as the preview of a chat does, or by another site', async () => {
    const path = new URL(await desk.link('sales', 'Grace & Co.')).pathname;
    const open = (origin: string) => desk.ask(path, { method: 'POST', headers: { origin } });
    for (const method of ['HEAD', 'GET', 'GET']) {
      const looked = await desk.ask(path, { method });
      expect([looked.status, looked.cookies]).toEqual([200, []]);
      expect(looked.body).toMatch(method === 'HEAD' ? /^$/ : /as <bdi>Grace &#38; Co\.<\/bdi> \(sales\)/);
    }
    for (const origin of ['https://evil.example', 'null', '']) expect((await open(origin)).status).toBe(403);
    const opened = await open(desk.origin);
    expect([opened.status, opened.headers.location]).toEqual([303, '/day']);
    expect((await open(desk.origin)).status).toBe(401);
  });

  it('is no reason to hold up thirty people behind one address, who all sign in within a minute', async () => {
    await using own = await openServedDesk();
    const paths = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => new URL(await own.link('sales', `Person ${n}`)).pathname),
    );
    const arrive = async (path: string) => {
      const page = await own.ask(path);
      const inside = await own.ask(path, { method: 'POST', headers: { origin: own.origin } });
      return [page.status, inside.status];
    };
    expect(await Promise.all(paths.map(arrive))).toEqual(Array(30).fill([200, 303]));
  });

  it('begins at most three hundred sign-ins a minute for one address: the store keeps each', async () => {
    await using own = await openServedDesk();
    const begin = () => own.ask('/sign-in/begin');
    const statuses = (await Promise.all(Array.from({ length: 301 }, begin))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await own.ask('/sign-in')).status).toBe(200);
  });

  it('with all guesses at once is no way around', async () => {
    await using own = await openServedDesk();
    const guesses = Array.from({ length: 200 }, (_, n) => own.ask(`/link/${n}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(180);
  });
});

it('the goal of a sign-in is never another site', async () => {
  await using own = await openServedDesk();
  const goals = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/%0d%0aset-cookie:x=1',
    'javascript:alert(1)',
    '/\r\nx: y',
    '///evil.example',
    '/./\\evil.example',
    '',
  ];
  for (const goal of goals) {
    const { status, body } = await own.ask(`/sign-in?goal=${encodeURIComponent(goal)}`);
    expect([status, body]).toEqual([200, expect.not.stringMatching(/evil|javascript:/)]);
  }
  const { headers } = await own.ask('//evil.example/x');
  expect(headers.location ?? '/').toMatch(/^\/(?!\/)/);
});

describe('what is not a usual request', () => {
  it('is answered without a fault', async () => {
    await using own = await openServedDesk();
    const cookie = await own.cookie();
    const headers = { cookie, origin: own.origin };
    const paths = [
      '/%',
      '/%E0%A4%A',
      '/link/%',
      '/link/%00',
      '/leads/%2e%2e%2f',
      '/..%2f..%2fetc/passwd',
      '/desk.css/../desk.js',
      '/%2F%2Fevil',
      '/sign-in/done?code=%',
    ];
    for (const path of paths)
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
        const { status = 0 } = await own.ask(path, { method, headers });
        expect([path, method, status < 500 && status]).toEqual([path, method, expect.any(Number)]);
      }
    expect(own.log()).not.toContain('"level":50');
  });

  it('that names a whole URL is answered as one for its path, without a fault', async () => {
    await using own = await openServedDesk();
    const status = async (target: string) => {
      const sent = `GET ${target} HTTP/1.1\r\nhost: ${new URL(own.origin).host}\r\nconnection: close\r\n\r\n`;
      return Number(/^HTTP\/1\.1 (\d+)/.exec(await speakRaw(own.origin, sent))?.[1]);
    };
    expect(await status('http://[/')).toBe(302);
    expect(await status(`${own.origin}/sign-in`)).toBe(200);
    expect(await status(`${own.origin}/api/leads`)).toBe(401);
    expect(own.log()).toBe('');
  });

  it('a form that is too large is refused, signed in or not', async () => {
    const body = `a=${'x'.repeat(1_100_000)}`;
    const headers = { ...form, origin: desk.origin };
    const outcome = (cookie: string) =>
      desk.ask('/sign-out', { method: 'POST', body, headers: { ...headers, cookie } }).then(
        ({ status }) => status,
        () => 'cut',
      );
    expect([413, 'cut']).toContain(await outcome(await desk.cookie()));
    expect([401, 'cut']).toContain(await outcome('desk=x'));
  });

  it('nothing that is no request is answered with more than a sentence', async () => {
    const answer = await speakRaw(desk.origin, 'GET / HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*text\/plain.*\.\n$/s);
  });
});

it('nothing is cached, but the style and the script', async () => {
  const cookie = await desk.cookie();
  for (const path of ['/', '/sign-in', '/no-such-page', '/link/x', '/sign-in/begin'])
    expect((await desk.ask(path, { headers: { cookie } })).headers['cache-control']).toBe('no-store');
  for (const path of [...assets.keys()].map((name) => `/${name}`))
    expect((await desk.ask(path)).headers['cache-control']).toBe('public, max-age=300');
});

it('the log has nothing of what was looked for, of who signed in, or of an error', async () => {
  await using own = await openServedDesk();
  const headers = { cookie: await own.cookie('admin', 'Canary Grace') };
  await own.ask('/?q=canary', { headers: { ...headers, 'user-agent': 'canary' } });
  await own.ask('/link/canary');
  await own.ask('/no/canary', { headers: { cookie: 'desk=canary' } });
  await own.ask('/sign-in/done?code=canary&state=canary');
  expect(own.log().match(/"msg":"[^"]*/g)).toEqual([
    '"msg":"A sign-in failed: This link was used before or has expired: ask for another.',
    '"msg":"A sign-in failed: This sign-in was not begun here, or took longer than ten minutes.',
  ]);
  const fail = async () => {
    throw new Error('canary@example.com');
  };
  for (const name of Object.keys(own.operator)) Object.assign(own.operator, { [name]: fail });
  const { status, body } = await own.ask('/', { headers });
  expect([status, body]).toEqual([500, expect.not.stringContaining('canary')]);
  expect(own.log()).toMatch(/"fault"/);
  expect(own.log()).not.toMatch(/canary/i);
});
