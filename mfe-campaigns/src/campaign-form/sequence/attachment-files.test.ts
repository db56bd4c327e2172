import { describeFile, refusalOf } from './attachment-files';

const megabyte = 1024 * 1024;

test('15 MB a file and 25 MB together may be attached, and no byte more', () => {
  expect(refusalOf({ size: 15 * megabyte }, [])).toBeNull();
  expect(refusalOf({ size: 15 * megabyte + 1 }, [])).toBe('SIZE_EXCEEDED');
  expect(refusalOf({ size: 10 * megabyte }, [{ size: 15 * megabyte }])).toBeNull();
  expect(refusalOf({ size: 10 * megabyte + 1 }, [{ size: 15 * megabyte }])).toBe('SIZE_EXCEEDED');
  expect(refusalOf({ size: 0 }, [])).toBe('LOADING_ERROR');
});

test('a file is described so that it can be signed, whatever its name and type are', () => {
  expect(describeFile(new File(['x'], 'a/b\u0001.pdf', { type: 'application/pdf' }))).toEqual({
    name: 'a b .pdf',
    content_type: 'application/pdf',
    size: 1,
  });
  expect(describeFile(new File(['x'], 'plan', { type: '' })).content_type).toBe('application/octet-stream');
});
