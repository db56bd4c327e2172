export type { AutomationAction, AutomationCatalog, AutomationField } from '@skein/contracts/automation';
