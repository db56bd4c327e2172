/** Set by the server for this answer; style elements that are made at run time carry it (Content-Security-Policy). */
declare let __webpack_nonce__: string | undefined;
__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

// Deliberate: nothing else stands here. Shared modules are settled before the first module that imports React is run, and a
// first chunk that cannot be loaded is caught.
import('./bootstrap').catch(async (error: unknown) => {
  const { showStartFailure } = await import('./start-failure');
  showStartFailure(error);
});
