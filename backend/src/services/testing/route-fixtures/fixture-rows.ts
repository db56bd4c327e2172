import type { CampaignId, EnrolmentId, LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { Readable } from 'node:stream';
import type { SignedIn, TestMain } from '#main/testing';

/** Ids of one workspace by the name of the path parameter: what the attacks of every-route.test.ts are made with. */
export type RouteIds = Record<string, number | string>;

/** Where the rows of one area are made: the workspace, its person, and the two ways of writing. */
export interface FixtureRows {
  main: TestMain;
  person: SignedIn;
  workspaceId: WorkspaceId;
  /** Inserts a row and returns its id; $1 of the statement is the workspace, the values begin at $2. */
  insert: (sql: string, values?: unknown[]) => Promise<number>;
  /** Runs a statement that returns one row, for tables without a workspace and for ids of another name. */
  insertOne: <Row extends object>(sql: string, values: unknown[]) => Promise<Row>;
}

/** The rows that those of other areas refer to. */
export interface CoreIds {
  campaignId: CampaignId;
  mailboxId: MailboxId;
  leadId: LeadId;
  enrolmentId: EnrolmentId;
}

/** The two ways of writing, for the workspace of the person. */
export function fixtureRows(main: TestMain, person: SignedIn): FixtureRows {
  const { test } = main;
  const workspaceId = person.workspaceId;
  return {
    main,
    person,
    workspaceId,
    insert: async (sql, values = []) =>
      (await test.query<{ id: number }>(`${sql} RETURNING id`, [workspaceId, ...values]))[0]?.id as number,
    insertOne: async <Row extends object>(sql: string, values: unknown[]) => {
      const [row] = await test.query<Row>(sql, values);
      return row as Row;
    },
  };
}

/** Keeps a small CSV file in the workspace's storage and returns its name. */
export async function storedFile({ main, workspaceId }: FixtureRows): Promise<string> {
  const name = `uploads/${workspaceId}/fixture.csv`;
  await main.deps.files.put(name, Readable.from(['email,first_name\nlead@company.test,Ada\n']), {
    type: 'text/csv',
    maximum: 1000,
  });
  return name;
}
