import type { Command } from 'commander';
import { operations } from '../presentation/operations.ts';
import type { AtTerminal } from './at-terminal.ts';
import type { CliContext } from './cli-context.ts';
import { groupOf, groupWords } from './command-words.ts';
import { contactsAtTerminal } from './contact-commands.ts';
import { deskCommands } from './desk-commands.ts';
import { doctor } from './doctor-command.ts';
import { eraseContact } from './erase-contact-command.ts';
import { eraseLead } from './erase-lead-command.ts';
import { hooksAtTerminal } from './hook-commands.ts';
import { listLeads, showLead } from './lead-commands.ts';
import { moveLead } from './lead-moves.ts';
import { addOperationCommand } from './operation-commands.ts';
import { personCommands } from './person-commands.ts';
import { pushKeys } from './push-command.ts';
import { readAudit, reportLeads } from './report-commands.ts';
import { retention } from './retention-command.ts';
import { readAgainCommand, receiveCommand, sourceCommands, sourcesAtTerminal } from './source-commands.ts';
import { storeCommands } from './store-commands.ts';
import { tokensAtTerminal } from './token-commands.ts';
import { vendorsAtTerminal } from './vendor-commands.ts';

/** Adds a command for every operation that has one, then the commands that only a terminal has. */
export function addOperationCommands(program: Command, context: CliContext): void {
  for (const name of Object.keys(groupWords)) groupOf(program, name);
  for (const { command, ...operation } of operations)
    if (command) addOperationCommand(program, { ...operation, command, ...different[operation.id] }, context);
  const own = [
    eraseLead,
    eraseContact,
    ...personCommands(context),
    ...deskCommands,
    ...sourceCommands,
    readAgainCommand,
    receiveCommand,
    ...storeCommands,
    retention,
    doctor,
    pushKeys,
  ];
  for (const each of own) addOperationCommand(program, each, context);
}

const different: Readonly<Record<string, AtTerminal>> = {
  ...vendorsAtTerminal,
  ...contactsAtTerminal,
  ...hooksAtTerminal,
  ...tokensAtTerminal,
  ...sourcesAtTerminal,
  listLeads,
  showLead,
  moveLead,
  readAudit,
  reportLeads,
};
