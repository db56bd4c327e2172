/**
 * The name under which this page is shown: the agency's at its own address, otherwise the product's. The server writes it into the
 * first HTML, so it is there before anything is painted.
 */
export const productName = (): string => document.documentElement.dataset.brandName ?? 'Skein';

/** What the agency says on its login page; undefined where it says nothing of its own. */
export const brandText = (): string | undefined => document.documentElement.dataset.brandText;

/** Whether this page stands at an agency's own address, where nothing of the product's own is offered. */
export const isAgencyAddress = (): boolean => document.documentElement.dataset.brandName !== undefined;
