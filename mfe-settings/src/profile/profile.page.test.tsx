import { aiWritingContract } from '@skein/contracts/main/ai-writing.contract';
import { authContract } from '@skein/contracts/main/auth.contract';
import { testFormStates } from '@skein/testing/form-states';
import { person } from '@skein/testing/person';
import { SettingsArea } from '../settings-area';

testFormStates({
  page: 'mfe-settings/src/profile/profile.page.tsx',
  area: SettingsArea,
  address: '/app/settings/profile',
  given: (server) =>
    server
      .answer(aiWritingContract, 'readAiKey', () => new Promise<never>(() => {}))
      .answer(authContract, 'changePreferences', { user: { ...person().user, name: 'Maya L.' } } as never),
  sends: [authContract, 'changePreferences'],
  fill: { Name: 'Maya L.' },
  button: 'Save',
  empty: 'off',
  done: 'Profile saved',
  full: { Designation: 'Head of Sales for the Northern Region '.repeat(3).trim() },
  noAccess: 'everyone',
});
