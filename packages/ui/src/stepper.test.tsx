import { render, screen } from '@testing-library/react';
import { Stepper } from './stepper';

/** Whether a style sheet of the page has a rule for an element that holds only at some widths of its container. */
function followsItsContainer(element: Element): boolean {
  const css = [...document.querySelectorAll('style')].map((style) => style.textContent).join('');
  return [...element.classList].some((name) => new RegExp(`@container[^{]*\\{\\s*\\.${name}\\b`).test(css));
}

it('names the steps that are not current by the room next to the buttons, not by the width of the window', () => {
  render(
    <Stepper
      label="Campaign form"
      steps={[
        { id: 'leads', label: 'Import Leads', state: 'done', href: '#leads' },
        { id: 'setup', label: 'Setup', state: 'current', href: '#setup' },
      ]}
    />,
  );
  expect(getComputedStyle(screen.getByRole('navigation')).getPropertyValue('container-type')).toBe('inline-size');
  expect(followsItsContainer(screen.getByText('Import Leads'))).toBe(true);
  expect(followsItsContainer(screen.getByText('Setup'))).toBe(false);
});
