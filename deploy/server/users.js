// For mongosh, run by somebody who may create users: one for each program of the service, with the rights that it
// needs and no others. The password of api is in the file that API_PASSWORD_FILE names, and so on; else it is asked for.
// May be run again: users that are there keep their passwords, and get the rights that this version needs.

const on = (collection, ...actions) => ({ resource: { db: 'partner_leads', collection }, actions });
const read = (collection) => on(collection, 'find');
const keep = (collection, ...actions) => on(collection, 'find', 'createIndex', 'listIndexes', ...actions);

const programs = {
  // Takes leads and tells their status. It reads keys, and no entry of the audit log.
  api: [
    keep('contacts', 'insert', 'update'),
    keep('deals', 'insert', 'update'),
    keep('vendors', 'update'),
    keep('refusals', 'insert', 'update'),
    read('hooks'),
    read('deliveries'),
  ],
  // Delivers to webhooks, and says whose a lead is. It reads no contact, no key and no entry of the audit log.
  deliverer: [
    on('contacts', 'createIndex', 'listIndexes'),
    keep('deals', 'update'),
    keep('hooks', 'update'),
    read('people'),
    keep('hookKeys', 'insert', 'update'),
    keep('deliveries', 'insert', 'update', 'remove'),
  ],
  // The desk and the command line. They delete no lead, no contact and no entry of the audit log.
  desk: [
    keep('deals', 'update', 'dropIndex'),
    keep('contacts', 'update'),
    keep('vendors', 'insert', 'update'),
    keep('audit', 'insert', 'update', 'dropIndex'),
    keep('hooks', 'insert', 'update', 'remove'),
    keep('deliveries', 'insert', 'update', 'remove'),
    keep('hookKeys', 'insert'),
    keep('tickets', 'insert', 'remove'),
    keep('people', 'insert', 'update'),
    on('leases', 'find', 'insert', 'update', 'remove'),
    on('accessTokens', 'find', 'insert', 'update'),
    keep('refusals', 'update'),
  ],
};

const [admin, leads] = ['admin', 'partner_leads'].map((name) => db.getSiblingDB(name));

const createUser = (name, role) => {
  if (admin.getUser(name)) return;
  const file = process.env[`${name.toUpperCase()}_PASSWORD_FILE`];
  if (!file) print(`The user ${name} gets this password:`);
  admin.createUser({
    user: name,
    pwd: file ? require('node:fs').readFileSync(file, 'utf8').trim() : passwordPrompt(),
    roles: [{ role, db: 'partner_leads' }],
  });
};

for (const [name, privileges] of Object.entries(programs)) {
  if (leads.getRole(name)) leads.updateRole(name, { privileges, roles: [] });
  else leads.createRole({ role: name, privileges, roles: [] });
  createUser(name, name);
}
createUser('backup', 'read');
