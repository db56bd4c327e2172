import { fireEvent, render, screen } from '@testing-library/react';
import { TextArea } from './text-area';

const write = (submitted: () => void) =>
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <TextArea aria-label="Note" />
    </form>,
  );

describe('several lines in a form', () => {
  it.each([{ ctrlKey: true }, { metaKey: true }])('submits with %o and Enter', (key) => {
    const submitted = jest.fn();
    write(submitted);
    fireEvent.keyDown(screen.getByLabelText('Note'), { key: 'Enter', ...key });
    expect(submitted).toHaveBeenCalledTimes(1);
  });

  it('keeps Enter alone for a new line', () => {
    const submitted = jest.fn();
    write(submitted);
    fireEvent.keyDown(screen.getByLabelText('Note'), { key: 'Enter' });
    expect(submitted).not.toHaveBeenCalled();
  });
});
