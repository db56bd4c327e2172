/** An email as salespeople write it: short, about the reader, with one question and nothing that filters mind. */
export const exampleEmail = {
  subject: 'Onboarding new support engineers',
  body: `Hi Sam,

I saw that you are hiring three support engineers this quarter. At that stage, teams often lose the first weeks of each new hire to setup.

We help them answer tickets from week one. Would a 15-minute call next Tuesday be useful?

Best,
Rosa Kessler`,
};
