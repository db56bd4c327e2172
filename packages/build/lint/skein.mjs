// Our own rules, as a plugin of oxlint: what no published rule knows. Which files each holds for stands in .oxlintrc.json.
import { noFiguresOfTime, noOwnLimits } from './figures-of-time.mjs';
import { functionLength } from './function-length.mjs';
import { lineLength } from './line-length.mjs';
import { noSql } from './no-sql.mjs';
import { refuse } from './refuse.mjs';

export default {
  meta: { name: 'skein' },
  rules: {
    'function-length': functionLength,
    'line-length': lineLength,
    'no-figures-of-time': refuse(noFiguresOfTime),
    'no-own-limits': refuse(noOwnLimits),
    'no-sql': refuse(noSql),
    // With the import rule `a-door-exports-no-store`: what a door hands on is an operation, and not a store under another file's name.
    'no-store-handed-on': refuse([
      {
        selector:
          "ExportNamedDeclaration[exportKind!='type'][source.value=/[.]store$/] > ExportSpecifier[exportKind!='type']",
        message: 'A store is not handed on: export an operation that uses it, or a type.',
      },
      {
        selector: "ExportAllDeclaration[exportKind!='type'][source.value=/[.]store$/]",
        message: 'A store is not handed on: export an operation that uses it, or a type.',
      },
    ]),
    'no-skipped-tests': refuse([
      {
        selector: 'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(skip|only|todo|fixme)$/]',
        message: 'No test is skipped, and none is run alone.',
      },
      {
        selector: 'CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]',
        message: 'No test is skipped, and none is run alone.',
      },
    ]),
    'no-mocked-modules': refuse([
      {
        selector:
          "CallExpression[callee.object.name='jest'][callee.property.name='mock'][arguments.0.value=/^(\\.|@skein)/]",
        message: 'Our own modules are not mocked: hand in a real one.',
      },
    ]),
    'no-inner-html': refuse([
      {
        selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
        message: 'Mail and user text are shown in the sandboxed frame or as text, never as HTML of the page.',
      },
    ]),
    // A page is built without the schemas of contracts (thin-contract-loader).
    'no-schemas-of-endpoints': refuse([
      {
        selector:
          "MemberExpression[property.name=/^(body|query|params|response)$/][object.object.property.name='endpoints']",
        message: 'A page is built without the schemas of contracts: import the schema by a name of its own.',
      },
      {
        selector: "VariableDeclarator[id.type='ObjectPattern'][init.property.name='endpoints']",
        message:
          'Name the endpoint where it is used: what is taken out of a contract this way has no schemas in a page.',
      },
    ]),
    'no-locale-dates': refuse([
      {
        selector: 'MemberExpression[property.name=/^toLocale(Date|Time)String$/]',
        message:
          'Dates and times of a screen are written by packages/contracts/src/instant.ts, in one order and with one name for a zone.',
      },
    ]),
  },
};
