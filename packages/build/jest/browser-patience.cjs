'use strict';
// As on servers: what never comes is still found, and a machine that has other work takes longer than the libraries' 1 s and 5 s.
jest.setTimeout(60_000);
if (typeof window !== 'undefined') require('@testing-library/dom').configure({ asyncUtilTimeout: 20_000 });
