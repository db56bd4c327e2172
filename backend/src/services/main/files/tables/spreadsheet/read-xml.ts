import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { noWorkbook } from './refusals';

/** What is done with each piece of a document; `text` gets CDATA sections too. */
export interface XmlHandlers {
  open?: (tag: SaxesTagPlain) => void;
  close?: (tag: SaxesTagPlain) => void;
  text?: (text: string) => void;
}

/** Reads XML tag by tag. Saxes resolves no entities but the five of XML, so that none can grow or reach outside. */
export async function* readXml(stream: Readable, { open, close, text }: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let failure: Error | null = null;
  parser.on('error', (error) => {
    failure ??= error;
  });
  if (open) parser.on('opentag', open);
  if (close) parser.on('closetag', close);
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  let decoder: TextDecoder | null = null;
  for await (const chunk of stream) {
    decoder ??= new TextDecoder(encodingOf(chunk as Buffer));
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    if (failure) throw noWorkbook();
    yield;
  }
  // What is cut off in the middle is no sheet.
  parser.close();
  if (failure) throw noWorkbook();
}

/** Parts are UTF-8 or UTF-16 (ECMA-376-2, 8.2). */
function encodingOf(start: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : 'utf-8';
}

/** Reads the whole document. */
export async function readWhole(stream: Readable, handlers: XmlHandlers): Promise<void> {
  for await (const _ of readXml(stream, handlers)) {
    /* the handlers do the work */
  }
}

/** The name of an element without its prefix, which each writer chooses. */
export const localName = (tag: { name: string }): string => tag.name.slice(tag.name.indexOf(':') + 1);

/**
 * A text of the workbook: characters that XML cannot hold are written `_xHHHH_` (ECMA-376-1, 22.9.2.19, ST_Xstring), and line ends are one.
 */
export const textOfXml = (text: string): string =>
  (text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
  ).replace(/\r\n?/g, '\n');
