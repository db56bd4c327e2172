import { inboxPeopleContract } from '@skein/contracts/main/inbox-people.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { readBookingLink, saveBookingLink } from './booking-link';
import { listColleagues } from '../conversations/mention';

export const inboxPeopleRoutes = (deps: MainDeps) =>
  routes(inboxPeopleContract)(deps, {
    readBookingLink: (d, { actor }) => readBookingLink(d, actor),
    saveBookingLink: (d, { actor, body }) => saveBookingLink(d, actor, body),
    listColleagues: (d, { actor, params }) => listColleagues(d, actor, params.enrolmentId),
  });
