// The federation runtime's descriptions of remotes: remotes.json tells what they would, so nothing asks for them.
import { PluginSystem } from 'federation-core-source/dist/utils/hooks/pluginSystem.js';

export class SnapshotHandler {
  hooks = new PluginSystem({});
  manifestCache = new Map();
}

export const getGlobalRemoteInfo = () => ({});
