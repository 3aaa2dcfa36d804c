// For mongosh, run by somebody who may create users: one for each program of the service, with the rights that it
// needs and no others. The password of api is in the file that API_PASSWORD_FILE names, and so on; else it is asked for.
// May be run again: users that are there keep their passwords, and get the rights that this version needs.

// Made from src/operators/adapters/outbound/mongodb/store/rights.ts.
const programs = {
  // Takes leads and tells their status. It reads keys, and no entry of the audit log.
  api: {
    contacts: 'find createIndex listIndexes insert update',
    deals: 'find createIndex listIndexes insert update',
    vendors: 'find createIndex listIndexes update',
    refusals: 'find createIndex listIndexes insert update',
    sources: 'find update',
    held: 'find createIndex listIndexes insert',
    hooks: 'find',
    deliveries: 'find insert update',
  },
  // Delivers to webhooks, and says whose a lead is. It reads no contact, no key and no entry of the audit log.
  deliverer: {
    contacts: 'createIndex listIndexes',
    deals: 'find createIndex listIndexes update',
    hooks: 'find createIndex listIndexes update',
    people: 'find',
    subscriptions: 'find remove',
    hookKeys: 'find createIndex listIndexes insert update',
    deliveries: 'find createIndex listIndexes insert update remove',
  },
  // The desk and the command line. They delete no lead, no contact and no entry of the audit log.
  desk: {
    deals: 'find createIndex listIndexes insert update dropIndex',
    contacts: 'find createIndex listIndexes insert update dropIndex',
    vendors: 'find createIndex listIndexes insert update',
    audit: 'find createIndex listIndexes insert update dropIndex',
    hooks: 'find createIndex listIndexes insert update remove',
    deliveries: 'find createIndex listIndexes insert update remove',
    hookKeys: 'find createIndex listIndexes insert',
    tickets: 'find createIndex listIndexes insert remove',
    people: 'find createIndex listIndexes insert update',
    leases: 'find insert update remove',
    accessTokens: 'find insert update',
    subscriptions: 'find insert update remove',
    refusals: 'find createIndex listIndexes update',
    sources: 'find insert update remove',
    held: 'find createIndex listIndexes insert remove',
  },
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

for (const [name, rights] of Object.entries(programs)) {
  const privileges = Object.entries(rights).map(([collection, actions]) => ({
    resource: { db: 'partner_leads', collection },
    actions: actions.split(' '),
  }));
  if (leads.getRole(name)) leads.updateRole(name, { privileges, roles: [] });
  else leads.createRole({ role: name, privileges, roles: [] });
  createUser(name, name);
}
createUser('backup', 'read');
