import { remoteConfig } from '@skein/build/webpack-config';

export default (options) => remoteConfig({ folder: 'mfe-inbox', ...options });
