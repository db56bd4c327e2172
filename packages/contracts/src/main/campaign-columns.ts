import type { z } from 'zod';
import type { CampaignSetting, CodedColumns, ColumnType, SettingReader } from './campaign-setting';
import {
  entriesOf,
  settingParts,
  type AllSettings,
  type SettingName,
  type SettingPart,
  type Shape,
} from './campaign-setting-list';

/** A column that holds what the view says, by the setting that it belongs to. */
type PlainColumns = {
  [
    Name in keyof AllSettings as AllSettings[Name] extends { read: unknown }
      ? never
      : keyof AllSettings[Name]['columns']
  ]: z.output<AllSettings[Name]['view']>;
};

/** The columns of a campaign that people set. */
export type CampaignColumns = {
  [Column in keyof (PlainColumns & CodedColumns)]: (PlainColumns & CodedColumns)[Column];
};
export type CampaignColumn = keyof CampaignColumns;

/** Those that a reader has with every campaign. */
export type ColumnsReadBy<Reader extends SettingReader> = Pick<
  CampaignColumns,
  {
    [Name in keyof AllSettings]: Reader extends AllSettings[Name]['readBy'][number]
      ? keyof AllSettings[Name]['columns'] & CampaignColumn
      : never;
  }[keyof AllSettings]
>;

/** The columns of the part `settings` that the planner reads. */
type PlannerColumn = {
  [Name in SettingName<'settings'>]: 'PLANNER' extends AllSettings[Name]['readBy'][number]
    ? keyof AllSettings[Name]['columns'] & CampaignColumn
    : never;
}[SettingName<'settings'>];
export type PlannerSettings = Readonly<Pick<CampaignColumns, PlannerColumn>>;

const plannerColumns = columnsOf(
  ({ readBy }, part) => part === 'settings' && readBy.includes('PLANNER'),
) as PlannerColumn[];

/** What the planner decides by, from the row of a campaign. */
export const plannerSettings = (row: PlannerSettings): PlannerSettings =>
  Object.fromEntries(plannerColumns.map((column) => [column, row[column]])) as PlannerSettings;

/** What a new campaign is planned by. */
export function plannerDefaults(): PlannerSettings {
  const row: Record<string, unknown> = { settings: {} };
  for (const [, { columns, default: own, write }] of entriesOf(['settings']))
    Object.assign(
      row,
      write ? write(own as never, row as unknown as CodedColumns) : { [Object.keys(columns)[0] as string]: own },
    );
  return plannerSettings(row as unknown as PlannerSettings);
}

/** The columns that a reader has with every campaign, as a list for `select`. `row`: how the statement calls the campaign. */
export const selectedBy = (reader: SettingReader, row: string): string =>
  columnsOf(({ readBy }) => readBy.includes(reader))
    .map((column) => `${row}.${column}`)
    .join(', ');

/** The columns of the settings that are so, each once, with their types. */
export function columnsOf(isWanted: (setting: CampaignSetting, part: SettingPart) => boolean): CampaignColumn[] {
  const wanted = settingParts.flatMap((part) =>
    entriesOf([part])
      .filter(([, setting]) => isWanted(setting, part))
      .flatMap(([, setting]) => Object.keys(setting.columns)),
  );
  return [...new Set(wanted)] as CampaignColumn[];
}

/** The type that PostgreSQL has for each column. */
export const columnTypes: ReadonlyMap<string, ColumnType> = new Map(
  entriesOf(settingParts).flatMap(([, { columns }]) => Object.entries(columns) as [string, ColumnType][]),
);

/** Settings as the wire shows them, from the row of a campaign. */
export function readSettings<Part extends SettingPart>(row: CampaignColumns, ...parts: Part[]) {
  return Object.fromEntries(
    entriesOf(parts).map(([name, { columns, read }]) => [
      name,
      read ? read(row) : row[Object.keys(columns)[0] as CampaignColumn],
    ]),
  ) as { [Name in keyof Shape<Part, 'view'>]: z.output<Shape<Part, 'view'>[Name]> };
}

/** The columns that a change of settings changes. What it does not name is not among them. */
export function writeSettings<Part extends SettingPart>(
  row: CampaignColumns,
  given: { [Name in keyof Shape<Part, 'input'>]?: z.output<Shape<Part, 'input'>[Name]> },
  ...parts: Part[]
): Partial<CampaignColumns> {
  const change: Partial<Record<string, unknown>> = {};
  for (const [name, { columns, write }] of entriesOf(parts)) {
    const value = (given as Record<string, unknown>)[name];
    if (value === undefined) continue;
    Object.assign(
      change,
      write ? write(value as never, { ...row, ...change }) : { [Object.keys(columns)[0] as string]: value },
    );
  }
  return change as Partial<CampaignColumns>;
}
