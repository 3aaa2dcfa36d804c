import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, readCsv } from '../../../../../src/operators/adapters/inbound/spreadsheet/csv.ts';
import { readMoveRows } from '../../../../../src/operators/adapters/inbound/spreadsheet/move-rows.ts';

const cells = (text: string) => readCsv(text).map((record) => record.cells);

describe('CSV', () => {
  it.each([
    ['commas', 'a,b\nc,d'],
    ['semicolons, as spreadsheets save it where a comma is a decimal point', 'a;b\nc;d\n'],
    ['tabs, as cells are pasted', 'a\tb\r\nc\td\r\n'],
    ['a byte order mark, and line breaks of Windows', '\ufeffa,b\r\nc,d\r\n'],
    ['line breaks of old Macs', 'a,b\rc,d\r'],
    ['quotation marks', '"a","b"\n"c","d"'],
    ['blank lines and white space', '\n  a , b\n\n , \n c,\t d \n\n'],
  ])('is read with %s', (_name, text) => {
    expect(cells(text)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('may have separators, line breaks and quotation marks in a quoted cell', () => {
    expect(cells('a;"x;y\n""z"""; ""\nb')).toEqual([['a', 'x;y\n"z"', ''], ['b']]);
    expect(cells('"a;b",c')).toEqual([['a;b', 'c']]);
  });

  it('takes a quotation mark that encloses no cell for text, so that it swallows no other line', () => {
    expect(cells('a,"b\nc,5" wide\nd,"e" f')).toEqual([
      ['a', '"b'],
      ['c', '5" wide'],
      ['d', '"e" f'],
    ]);
  });

  it('counts lines as an editor does', () => {
    const lines = readCsv('\na,"x\ny"\n\nb,c\n').map(({ line }) => line);
    expect(lines).toEqual([2, 5]);
  });

  it('is nothing if the text is blank', () => {
    for (const text of ['', '\n', ' ', ',\n,', '\ufeff']) expect(cells(text)).toEqual([]);
  });

  it.each([
    ...['=1', '+1', '-1', '@x', '＝1', '＋1', '－1', '＠x', '\t=1', ' =1', '"=1', '\r=1', '\n=1', "'=1"],
    ...['x;=1', 'x\t=1', 'x\n=1', 'x\r=1', 'x; =1', 'x;"=1', 'x;＝1', 'x;y\t@z', 'x;;+1', '=1;=2\t-3'],
  ])('begins no formula for a spreadsheet of any separator: %j', (text) => {
    const line = csvLine(['a', text, 'b']);
    for (const separator of [',', ';', '\t'])
      for (const cell of line.split(new RegExp(`[${separator}\r\n]`)))
        expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
    expect(readCsv(`a,b\n${line}`)[1]?.cells[1]).toBe(text.replace('\r', '\n').trim());
  });

  it('keeps a sign that begins nothing', () => {
    for (const text of ['a=b', 'ada@example.com', '5 - 3', 'x, -1']) expect(csvLine([text])).toContain(text);
  });

  it('reads back what it writes, whatever the cells hold', () => {
    const unit = fc.oneof(
      fc.constantFrom('"', ',', ';', '\t', '\n', "'", '=', '＝', '-', ' '),
      fc.string({ maxLength: 1 }),
    );
    const cell = fc.string({ unit }).map((text) => text.replace(/\r\n?/g, '\n').trim());
    const row = fc
      .array(cell, { minLength: 2 })
      .filter((texts) => texts.some((text) => text !== '') && !texts[0]?.startsWith('\ufeff'));
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        expect(cells(rows.map(csvLine).join('\r\n'))).toEqual(rows);
      }),
    );
  });
});

describe('rows of moves', () => {
  it('are an id, a status and perhaps a reason', () => {
    const { moves, malformed } = readMoveRows('A-1,won\nA-2,EVALUATION_scheduled,"Tuesday, 9 am"\n', {
      idsAre: 'ours',
    });
    expect(malformed).toEqual([]);
    expect(moves).toEqual([
      { line: 1, id: 'A-1', to: 'Won', reason: undefined },
      { line: 2, id: 'A-2', to: 'Evaluation Scheduled', reason: 'Tuesday, 9 am' },
    ]);
  });

  it('may have a head line, which names the columns', () => {
    const text = 'Status;dealType;External ID;leadId;Reason\nlost;lift;A-1;0199;too dear';
    const move = { line: 2, to: 'Lost', reason: 'too dear' };
    expect(readMoveRows(text, { idsAre: 'ours' }).moves).toEqual([{ ...move, id: '0199' }]);
    expect(readMoveRows(text, { idsAre: 'the vendor’s' }).moves).toEqual([
      { ...move, id: 'A-1', leadId: '0199' },
    ]);
    expect(readMoveRows('id,status\nA-1,lost', { idsAre: 'the vendor’s' }).moves).toMatchObject([
      { id: 'A-1' },
    ]);
    expect(readMoveRows('leadId,status,dealType\n0199,won,lift', { idsAre: 'ours' }).moves).toEqual([
      { line: 2, id: '0199', to: 'Won', reason: undefined },
    ]);
  });

  it('are malformed without an id or with an unknown status, which is told by line and never repeated', () => {
    const { moves, malformed } = readMoveRows('A-1,sold\n,won\nA-2\nA-3,won', { idsAre: 'ours' });
    expect(moves).toMatchObject([{ line: 4 }]);
    expect(malformed.map(({ line, problem }) => `${line} ${problem}`)).toEqual([
      '1 The status is none of In Progress, Quoted, Evaluation Scheduled, Won, Lost.',
      '2 There is no id.',
      '3 The status is none of In Progress, Quoted, Evaluation Scheduled, Won, Lost.',
    ]);
  });

  const ours = (text: string) => readMoveRows(text, { idsAre: 'ours' });
  const theirs = (text: string) => readMoveRows(text, { idsAre: 'the vendor’s' });

  it.each([
    'A-1,won,hello, with comma',
    'id,status,reason\nA-1,won,hello, with comma',
    'id,status,reason,,\nA-1,won,hello, with comma',
    'A-1;won;hello; with a semicolon',
    'A-1\twon\t\thello',
    'sep=,\nreason,id,status\nhello,A-1,won,with comma',
  ])('are refused where a cell is beyond the columns, as part of a reason may be: %j', (text) => {
    expect(ours(text)).toMatchObject({
      moves: [],
      malformed: [{ problem: expect.stringContaining('put quotation marks around') }],
    });
  });

  it('may have empty cells beyond the columns, and columns without a head', () => {
    expect(ours('A-1,won,"hello, with comma",,').moves).toMatchObject([{ reason: 'hello, with comma' }]);
    expect(ours('id,,status\nA-1,x,won,').moves).toMatchObject([{ id: 'A-1', to: 'Won' }]);
  });

  it('are read by the exact head before one that is like it', () => {
    expect(theirs('id,externalId,status\n1,A-12,Won').moves).toMatchObject([{ id: 'A-12' }]);
    expect(ours('id,leadId,status\n1,0199,Won').moves).toMatchObject([{ id: '0199' }]);
    expect(ours('leadId,status,externalId\n0199,Won,A-1').moves).toMatchObject([{ id: '0199' }]);
  });

  it('may say since when the lead had the status that was seen', () => {
    const [, text] = ['', '2026-05-01T08:00:00.123Z'];
    const seen = { since: new Date(text ?? '') };
    expect(ours(`leadId,status,Status since\n0199,Won,${text}`).moves).toMatchObject([{ seen }]);
    expect(ours('leadId,status,statusSince\n0199,Won,').moves[0]).not.toHaveProperty('seen');
    expect(ours('leadId,status,statusSince\n0199,Won,46143.33').malformed).toMatchObject([
      { line: 2, problem: expect.stringContaining('statusSince is no time') },
    ]);
  });

  it.each([
    ['DuckDB 2.0.1', '2026-11-28 03:35:30.617+00'],
    ['pandas 3.1.1, parse_dates', '2026-11-27 22:35:30.617000-05:00'],
    ['polars 2.1.0, try_parse_dates', '2026-11-27T22:35:30.617000-0500'],
    ['csvsort of csvkit 2.2.0', '2026-11-27T22:35:30.617000-05:00'],
    ['Ruby 3.1, Time#inspect', '2026-11-27 22:35:30.617 -0500'],
    ['SQL Server, datetimeoffset', '2026-11-28 03:35:30.6170000 +00:00'],
    ['SQL Server, in another zone', '2026-11-27 22:35:30.6170000 -05:00'],
    ['Ruby 3.1, utc.inspect', '2026-11-28 03:35:30.617 UTC'],
  ])('take statusSince as %s rewrites it, and no time without an offset', (_tool, text) => {
    const seen = { since: new Date('2026-11-28T03:35:30.617Z') };
    expect(ours(`leadId,status,statusSince\n0199,Won,${text}`).moves).toMatchObject([{ seen }]);
    const bare = text.replace(/ ?(?:UTC|[+-]\d\d:?(?:\d\d)?)$/, '');
    expect(ours(`leadId,status,statusSince\n0199,Won,${bare}`).moves).toEqual([]);
  });

  it('of a vendor’s ids say our own, too, and a vendor’s id twice without it is none', () => {
    expect(theirs('leadId,externalId,status\n0199,42,Won').moves).toMatchObject([
      { id: '42', leadId: '0199' },
    ]);
    expect(theirs('id,status\nA-1,Won\n42,Lost\n42,Won\n42,Lost')).toMatchObject({
      moves: [{ id: 'A-1' }],
      malformed: [
        { line: 3, problem: expect.stringContaining('Line 4 has the same id') },
        { line: 4, problem: expect.stringContaining('Line 3 has the same id') },
        { line: 5, problem: expect.stringContaining('Line 3 has the same id') },
      ],
    });
    expect(theirs('leadId,externalId,status\n0199,42,Won\n0199,42,Lost').moves).toHaveLength(2);
  });

  it.each([
    ['sep=;\nleadId;status\n0199;won', 3],
    ['sep=,\r\nleadId,status\r\n0199,won', 3],
    ['sep=\t\nleadId\tstatus\n0199\twon', 3],
    ['sep=;\n0199;won', 2],
    ['Meeting, 21 November\n\nLead ID;Status\n0199;won', 4],
    ['"Lead ID" , "STATUS"\n0199,won', 2],
    ['lead_id,Status \n0199,won', 2],
  ])('are read below %j', (text, line) => {
    expect(ours(text)).toMatchObject({ moves: [{ line, id: '0199', to: 'Won' }], malformed: [] });
  });

  it.each([
    [
      'leadId,status,name,Status\n0199,won,Ada,lost\n0198,won,Bob,lost',
      /“status” \(column 2\) and “Status” \(column 4\)/,
    ],
    ['leadId,Lead ID,status\n0199,0198,won', /“leadId” \(column 1\) and “Lead ID” \(column 2\)/],
    ['leadId,status,reason,Reason\n0199,won,a,b', /“reason” .* “Reason”/],
    ['externalId,status\nA-1,won\nA-2,won', /No column has the head leadId/],
    ['leadId,State\n0199,won\n0198,won', /No column has the head status/],
  ])('are none, with one sentence, below the heads of %j', (text, problem) => {
    expect(ours(text)).toEqual({
      moves: [],
      malformed: [{ line: 1, problem: expect.stringMatching(problem) }],
      tooMany: false,
    });
  });
});

it.each(['\n', '\r\n', ' \n', ',\n'])(
  '900 KB of empty lines (%j) take hardly more than none, and count',
  (line) => {
    const lines = Math.floor(900_000 / line.length);
    const took = (text: string) => {
      const began = process.cpuUsage(); // on a clock, a busy machine is slow
      const records = readCsv(text);
      return { records, ms: process.cpuUsage(began).user / 1_000 };
    };
    const full = took(`${'x'.repeat(900_000)},1\n`);
    const { records, ms } = took(`${line.repeat(lines)}a,1\n`);
    expect(records).toEqual([{ line: lines + 1, cells: ['a', '1'] }]);
    expect(ms).toBeLessThan(20 * full.ms + 100); // line by line it was 300 times as much
  },
);
