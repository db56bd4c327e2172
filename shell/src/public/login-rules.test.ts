import { authContract } from '@skein/contracts/main/auth.contract';
import { errorsOfLogin } from './login-rules';

const right = { email: 'nadia@northwind.example', password: 'long enough' };

it.each([
  right,
  { ...right, email: '  NADIA@northwind.example ' },
  { ...right, email: 'nadia' },
  { ...right, email: '' },
  { ...right, password: '' },
  { ...right, password: 'x'.repeat(200) },
  { ...right, password: 'x'.repeat(201) },
  { ...right, otp: '123 456' },
  { ...right, otp: 'abcde-fghij' },
  { ...right, otp: '12345' },
])('the login page refuses what the contract refuses: %j', (credentials) => {
  const refused = new Set(
    (authContract.endpoints.login.body.safeParse(credentials).error?.issues ?? []).map(({ path }) => path[0]),
  );
  expect(new Set(Object.keys(errorsOfLogin(credentials)))).toEqual(refused);
});
