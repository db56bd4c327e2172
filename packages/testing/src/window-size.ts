/**
 * Gives the elements of a test file's pages the size of a window, in pixels: jsdom lays nothing out, and measures zero.
 * Test files may share a document, so the size holds from the first test of the file to its last.
 */
export function withWindowSize(width: number, height: number): void {
  const sizes = { clientWidth: width, clientHeight: height };
  beforeAll(() => {
    for (const [name, value] of Object.entries(sizes))
      Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value });
  });
  // Below it stands what jsdom measures.
  afterAll(() => {
    for (const name of Object.keys(sizes)) Reflect.deleteProperty(HTMLElement.prototype, name);
  });
}
