declare module '*.css';
declare module '@fontsource-variable/inter/wght.css';

/** packages/build/provided/federation-runtime.mjs */
declare module 'federation-runtime' {
  export { createInstance as init } from '@module-federation/enhanced/runtime';
}
