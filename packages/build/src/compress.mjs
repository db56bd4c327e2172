import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const worthIt = /\.(js|css|html|json|svg|txt|map)$/;

// Measured on the shell's files: quality 11 is 4 % smaller than 9. It takes 5 s of CPU for everything, on other threads than webpack's.
const brotliQuality = 11;

/** Puts `.br` and `.gz` beside every text file of a folder that gets smaller by it. Source maps are left as they are. */
export async function compressFolder(folder) {
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => worthIt.test(file) && !file.endsWith('.map') && fs.statSync(file).isFile());
  await Promise.all(
    files.map(async (file) => {
      const content = fs.readFileSync(file);
      if (content.length < 1024) return;
      const [br, gz] = await Promise.all([
        brotli(content, {
          params: {
            [zlib.constants.BROTLI_PARAM_QUALITY]: brotliQuality,
            [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }),
        gzip(content, { level: 9 }),
      ]);
      if (br.length < content.length) fs.writeFileSync(`${file}.br`, br);
      if (gz.length < content.length) fs.writeFileSync(`${file}.gz`, gz);
    }),
  );
}
