/** Who may do what, said once more: the use cases of each role, those that only read apart. */

export const viewer = [
  ...[
    'showLead',
    'listLeads',
    'countLeads',
    'findContact',
    'findContacts',
    'reportLeads',
    'countVendors',
    'readTeam',
  ],
  ...['exportLeads', 'nameVendors', 'namePeople', 'leadDeliveries', 'recordList'],
  ...['otherLeads', 'nameLostReasons', 'listChanges'],
];
const salesReads = [
  'readDay',
  'readOwnWork',
  'findOpenTimes',
  'readOwnAudit',
  'exportWholeLeads',
  'countHeld',
  'countHeldWith',
  'listHeld',
  'showHeld',
  'showAsItCame',
  'toldHere',
];
const changes = [
  ...['moveLead', 'moveLeads', 'undoChanges', 'assignLead', 'assignLeads'],
  ...['noteLead', 'strikeActivity', 'followUp', 'editContact', 'sendHeld', 'dropHeld', 'addLead'],
  ...['tellHere', 'tellNoMore'],
];
export const sales = [...viewer, ...salesReads, ...changes];

const adminReads = [
  ...['exportContact', 'planMerge', 'listKeys', 'listVendors', 'listHooks', 'hookLog'],
  ...['vendorActivity', 'listRefusals', 'readAudit', 'readWork', 'listPeople', 'listTokens'],
  ...['listSources', 'trySource', 'countHeldOf'],
];
/** Those that change nothing. */
export const reads = [...viewer, ...salesReads, ...adminReads];
