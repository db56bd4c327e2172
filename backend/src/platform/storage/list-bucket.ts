import { SaxesParser } from 'saxes';

/** One object of a bucket as ListObjectsV2 names it. */
interface ListedObject {
  key: string;
  /** bytes */
  size: number;
  /** ms */
  modified: number;
}

/** Reads one page of ListObjectsV2's answer. @throws Error when it is not XML */
export function readBucketPage(xml: string): { objects: ListedObject[]; next: string | null } {
  const objects: ListedObject[] = [];
  let next: string | null = null;
  let text = '';
  const path: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    path.push(name);
    text = '';
    if (path.join('/') === 'ListBucketResult/Contents') objects.push({ key: '', size: 0, modified: 0 });
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', () => {
    const last = objects.at(-1);
    const place = path.join('/');
    if (place === 'ListBucketResult/NextContinuationToken') next = text;
    else if (last && place === 'ListBucketResult/Contents/Key') last.key = text;
    else if (last && place === 'ListBucketResult/Contents/Size') last.size = Number(text);
    else if (last && place === 'ListBucketResult/Contents/LastModified') last.modified = Date.parse(text);
    path.pop();
    text = '';
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return { objects, next };
}
