import { showStartFailure } from './start-failure';

let logged: jest.SpyInstance;
const went: (string | URL)[] = [];
const location = { assign: (address: string | URL) => void went.push(address) };

beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  went.length = 0;
  document.body.innerHTML = '<div id="root">half a page</div>';
});

afterEach(() => logged.mockRestore());

it('logs a startup error and offers another try', () => {
  const error = new Error('no configuration');
  showStartFailure(error, location);
  expect(logged).toHaveBeenCalledWith(error);
  expect(document.querySelector('main[role="alert"] h1')?.textContent).toBe('Skein did not start');
  expect(document.querySelector('button')?.textContent).toBe('Try again');
  expect(went).toEqual([]);
});

it('follows a redirect error that carries a url', () => {
  showStartFailure(Object.assign(new Error('moved'), { url: 'https://app.example.com/login' }), location);
  showStartFailure({ url: '/maintenance' }, location);
  expect(went).toEqual(['https://app.example.com/login', 'http://localhost/maintenance']);
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'http://['])('goes nowhere for %s', (url) => {
  showStartFailure({ url }, location);
  expect(went).toEqual([]);
  expect(document.querySelector('h1')?.textContent).toBe('Skein did not start');
});
