'use strict';
const { TestEnvironment } = require('jest-environment-jsdom');

/** jsdom, completed by web platform parts that Node already has. */
class BrowserEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of [
      'TextEncoder',
      'TextDecoder',
      'TextDecoderStream',
      'TextEncoderStream',
      'structuredClone',
      'fetch',
      'Request',
      'Response',
      'Headers',
      'ReadableStream',
      'WritableStream',
      'TransformStream',
      'CompressionStream',
      'DecompressionStream',
      'BroadcastChannel',
    ]) {
      if (this.global[name] === undefined) this.global[name] = globalThis[name];
    }
    // axios, the router and TextEncoder compare byte arrays by identity of their class.
    this.global.Uint8Array = Uint8Array;
    this.global.ArrayBuffer = ArrayBuffer;
  }

  // The browser builds of some packages are ES modules; Node's are what Jest can require.
  exportConditions() {
    return ['node', 'node-addons'];
  }
}

module.exports = BrowserEnvironment;
