import {
  checkLead,
  checkSender,
  fieldsOf,
  findUnknownFields,
  parseTemplate,
  printTemplate,
  renderTemplate,
  type RenderInput,
} from './template';

const INPUT: RenderInput = {
  fields: {
    email: 'ada@acme.com',
    first_name: 'Ada',
    company_name: 'Acme',
    'Job Title': 'CTO',
    website: 'acme.com',
    employees: '60',
  },
  sender: { name: 'Grace Hopper', email: 'grace@sender.test', signatureHtml: '<p>Grace</p>' },
  seed: { campaignId: 1, leadId: 2, stepNumber: 1, position: 0 },
  mode: 'random',
  clock: { now: Date.UTC(2026, 2, 4, 13, 0), zone: 'America/New_York' },
  unsubscribe: { text: 'Stop', url: 'https://t.test/u/1' },
};

function render(source: string, change: Partial<RenderInput> = {}): string {
  const tree = parseTemplate(source);
  expect(tree.problems).toEqual([]);
  const result = renderTemplate(tree, { ...INPUT, ...change });
  expect(result.missing).toEqual([]);
  return result.text;
}

function missing(source: string, fields: Record<string, unknown>): string[] {
  const tree = parseTemplate(source);
  const rendered = renderTemplate(tree, { ...INPUT, fields }).missing.map((value) => value.name);
  expect(checkLead(tree, fields).map((value) => value.name)).toEqual(rendered);
  return rendered;
}

const problems = (source: string): string[] => parseTemplate(source).problems.map((problem) => problem.code);

describe('variables', () => {
  it('fills system and custom fields, with spaces in names, case matters', () => {
    expect(render('Hi {{first_name}}, {{ Job Title }} of {{company_name}}')).toBe('Hi Ada, CTO of Acme');
    expect(missing('{{First_Name}}', INPUT.fields as never)).toEqual(['First_Name']);
  });

  it('takes the default for a blank value, however the editor wrote the quotes', () => {
    for (const source of [
      '{{nick | default: "friend"}}',
      "{{ nick|default:'friend' }}",
      '{{nick | default: “friend”}}',
      '<p>{{nick&nbsp;| default: &quot;friend&quot;}}</p>',
    ]) {
      expect(render(source, { fields: { nick: '  ' } }).replace(/<\/?p>/g, '')).toBe('friend');
    }
    expect(render('{{ nick | default: first_name }}')).toBe('Ada');
    expect(render('a{{ nick | default: "" }}b')).toBe('ab');
  });

  it('applies filters, and defaults inside a chain', () => {
    expect(render('{{ company_name | upcase | append: "!" }}')).toBe('ACME!');
    expect(render('{{ Job Title | downcase }}')).toBe('cto');
    expect(render('{{ nick | default: "you" | capitalize }}')).toBe('You');
  });

  it('reports every missing value once and never guesses', () => {
    expect(missing('{{a}} {{a}} {{ b | upcase }} {{c | default: "x"}} {{ d | default: e }}', {})).toEqual([
      'a',
      'b',
      'd',
      'e',
    ]);
    expect(missing('{{a}}', { a: '\u00a0 ' })).toEqual(['a']);
    expect(missing('{{constructor}} {{__proto__}} {{ toString | upcase }}', {})).toEqual([
      'constructor',
      '__proto__',
      'toString',
    ]);
    expect(missing('{{a}}', { a: { nested: 1 } })).toEqual(['a']);
  });

  it('reports a value that would itself look unrendered', () => {
    expect(missing('Hi {{a}}', { a: '{{first_name}}' })).toEqual(['a']);
    expect(missing('{% if a %}{{a}}{% endif %}', { a: '{% x %}' })).toEqual(['a']);
  });
});

describe('lead data is never template', () => {
  it('leaves spintax, percent words and backslashes of values alone', () => {
    const value = '{a|b} %signature% \\{ | }';
    expect(render('x {{v}} {y {{v}}|z {{v}}}', { fields: { v: value } })).toMatch(/^x \{a\|b\} %signature% /);
  });

  it('escapes values in HTML, keeps them raw in text', () => {
    const fields = { v: `<b>"O'Neil" & co</b>` };
    expect(render('<p>{{v}}</p>', { fields })).toBe('<p>&lt;b&gt;&quot;O&#39;Neil&quot; &amp; co&lt;/b&gt;</p>');
    expect(render('<p>{{v | upcase}}</p>', { fields })).toBe(
      '<p>&lt;B&gt;&quot;O&#39;NEIL&quot; &amp; CO&lt;/B&gt;</p>',
    );
    expect(render('{{v}}', { fields })).toBe(fields.v);
    expect(render('<p>{{v | escape}}</p>', { fields: { v: '<' } })).toBe('<p>&lt;</p>');
    expect(render('<p>{{v}}</p>', { fields: { v: 'a\nb' } })).toBe('<p>a<br>b</p>');
  });

  it('keeps values inside the attribute they stand in', () => {
    expect(render('<i title="{{v}}">', { fields: { v: '"><script>' } })).toBe('<i title="&quot;&gt;&lt;script&gt;">');
    expect(render('<i title={{v}}>', { fields: { v: 'a onload=x' } })).toBe('<i title=a&#32;onload&#61;x>');
    expect(render('<a href="{{website}}/a?q={{v}}&b=1">', { fields: { website: 'acme.com', v: 'R&D "x"' } })).toBe(
      '<a href="https://acme.com/a?q=R%26D%20%22x%22&b=1">',
    );
    const tree = parseTemplate('<a href="{{v}}">x</a>');
    for (const v of ['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', '//evil.test']) {
      const result = renderTemplate(tree, { ...INPUT, fields: { v } });
      expect(result.text).toBe('<a href="">x</a>');
      expect(result.missing).toEqual([{ name: 'v', reason: 'unsafe_url' }]);
    }
  });
});

describe('spintax', () => {
  it('does not take outputs, defaults or style rules for spintax', () => {
    expect(render('{{a | default: "x"}}', { fields: {} })).toBe('x');
    expect(render('<style>a{color:red|b}</style><p>{{first_name}}</p>')).toBe(
      '<style>a{color:red|b}</style><p>Ada</p>',
    );
    expect(render('a | b')).toBe('a | b');
    expect(render('\\{a\\|b\\}')).toBe('{a|b}');
  });

  it('chooses one option, nested, with variables, tags and filters inside', () => {
    const seen = new Set<string>();
    for (let leadId = 0; leadId < 200; leadId++) {
      seen.add(
        render('{Hi|Hello {there|{{first_name}}}|{{ nick | default: "Hey|you" }}}', {
          seed: { campaignId: 1, leadId, stepNumber: 1 },
        }),
      );
    }
    expect([...seen].sort()).toEqual(['Hello Ada', 'Hello there', 'Hey|you', 'Hi']);
    expect(render('{<b style="a|b">x</b>|<b style="a|b">x</b>}')).toBe('<b style="a|b">x</b>');
    expect(render('{{{first_name}}|{{first_name}}}')).toBe('Ada');
    expect(render('{%signature%|%signature%}', {})).toBe('Grace');
  });

  it('gives the same text for the same campaign, lead and step, and near-even shares over leads', () => {
    const counts = [0, 0, 0, 0];
    const tree = parseTemplate('{0|1|2|3}');
    for (let leadId = 0; leadId < 4_000; leadId++) {
      const input = { ...INPUT, seed: { campaignId: 9, leadId, stepNumber: 2 } };
      const first = renderTemplate(tree, input);
      expect(renderTemplate(parseTemplate('{0|1|2|3}'), input)).toEqual(first);
      counts[Number(first.text)]!++;
    }
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(120);
  });

  it('takes the options in turn in the mode incremental', () => {
    const tree = parseTemplate('{a|b|c}');
    const texts = Array.from(
      { length: 6 },
      (_, position) =>
        renderTemplate(tree, {
          ...INPUT,
          mode: 'incremental',
          seed: { campaignId: 1, leadId: position * 77, stepNumber: 1, position },
        }).text,
    );
    expect([...new Set(texts.slice(0, 3))].sort()).toEqual(['a', 'b', 'c']);
    expect(texts.slice(3)).toEqual(texts.slice(0, 3));
  });
});

describe('Liquid blocks', () => {
  it('follows if, elsif, else, unless, case, for and assign', () => {
    expect(render('{% if first_name == "Ada" %}A{% elsif x %}B{% else %}C{% endif %}')).toBe('A');
    expect(render('{% if nick %}A{% elsif company_name contains "cm" %}B{% endif %}')).toBe('B');
    expect(render('{% unless nick %}none{% endunless %}{% if employees > 50 and first_name %}!{% endif %}')).toBe(
      'none!',
    );
    expect(
      render('{% case Job %}{% when "x" %}1{% when "CTO", "CEO" %}2{% else %}3{% endcase %}', {
        fields: { Job: 'CEO' },
      }),
    ).toBe('2');
    expect(render('{% assign list = "a,b,c" | split: "," %}{% for i in list limit:2 %}[{{ i }}]{% endfor %}')).toBe(
      '[a][b]',
    );
    expect(render('{% comment %}secret {{x}}{% endcomment %}ok')).toBe('ok');
    expect(render('<p>{% if employees &gt; 50 %}big{% endif %}</p>')).toBe('<p>big</p>');
  });

  it('treats a blank field as absent, and does not miss what the taken branch does not show', () => {
    expect(render('{% if a %}{{a}}{% else %}none{% endif %}', { fields: { a: '' } })).toBe('none');
    expect(missing('{% if a %}{{a}} {{b}}{% endif %}', { a: '1' })).toEqual(['b']);
    expect(missing('{% if a %}{{b}}{% endif %}', {})).toEqual([]);
  });
});

describe('placeholders and dates', () => {
  it('fills the sender, the signature and the unsubscribe text', () => {
    expect(render('<p>%sender-firstname% %sender-lastname% %sender-domain%</p>%signature%')).toBe(
      '<p>Grace Hopper sender.test</p><p>Grace</p>',
    );
    expect(render('<p>%unsubscribe-text%</p>')).toBe('<p><a href="https://t.test/u/1">Stop</a></p>');
    expect(render('%unsubscribe-text%')).toBe('Stop: https://t.test/u/1');
    expect(render('100%natural% and %20off%')).toBe('100%natural% and %20off%');
    expect(checkSender(parseTemplate('%sender-lastname%'), { name: 'Grace', email: 'g@x.test' })).toHaveLength(1);
  });

  it('speaks of the injected clock in its zone', () => {
    expect(render('{{sl_time_of_day}} {{sl_day_of_week}}')).toBe('morning Wednesday');
    expect(render('{{sl_time_of_day | capitalize}}', { clock: { ...INPUT.clock, zone: 'Europe/Berlin' } })).toBe(
      'Afternoon',
    );
    expect(render('{{sl_date "D MMMM" "+2 days"}}')).toBe('6 March');
    expect(render('{{sl_date "+1 month" "%Y-%m-%d"}}')).toBe('2026-04-04');
    expect(render('{{sl_date "next monday" "dddd Do"}}')).toBe('Monday 9th');
    expect(render('{{ "now" | date: "%Y" }}')).toBe('2026');
  });
});

describe('problems', () => {
  it('names what is wrong and where', () => {
    expect(problems('Hi {first_name}')).toEqual(['spin_without_choice']);
    expect(problems('{a|b')).toEqual(['unclosed_brace']);
    expect(problems('a|b}')).toEqual(['stray_brace']);
    expect(problems('{{first_name')).toEqual(['unclosed_variable']);
    expect(problems('{{ first_name } hi {{ b }}')).toContain('unclosed_variable');
    expect(problems('{{}}')).toEqual(['empty_variable']);
    expect(problems('{{first_name | upper_case}}')).toEqual(['unknown_filter']);
    expect(problems('{% if a %}x')).toEqual(['unclosed_block']);
    expect(problems('x{% endif %}')).toEqual(['stray_block_tag']);
    expect(problems('{% include "x" %}')).toEqual(['unknown_tag']);
    expect(problems('<p>{{<b>first_name</b>}}</p>')).toEqual(['markup_in_variable']);
    expect(problems('%sender-fristname%')).toEqual(['unknown_placeholder']);
    expect(problems('{{ a | render: "x" }}')).toEqual(['unknown_filter']);
    expect(parseTemplate('Hello {{oops').problems[0]).toMatchObject({ start: 6 });
  });

  it('suggests the field that was meant', () => {
    const found = findUnknownFields(parseTemplate('{{frist_name}} {{Industry}}{{industry}}'), ['industry']);
    expect(found.map((problem) => problem.message)).toEqual([
      'No lead has a field named "frist_name". Did you mean {{first_name}}?',
      'No lead has a field named "Industry". Did you mean {{industry}}?',
    ]);
  });

  it('lists the fields a template shows', () => {
    expect(
      fieldsOf(parseTemplate('{{a}}{b|{{c | default: "x"}}}{% for i in d %}{{i}}{% endfor %}{{ e | upcase }}')),
    ).toEqual([
      { name: 'a', hasFallback: false },
      { name: 'c', hasFallback: true },
      { name: 'e', hasFallback: false },
    ]);
  });

  it('prints a tree back to its source', () => {
    const source =
      '<p>{Hi|Hello {x|{{a}}}} {% if b %}c{% else %}{{ d | upcase }}{% endif %}\\{ %signature% {% comment %}n{% endcomment %}</p>';
    expect(printTemplate(parseTemplate(source))).toBe(source);
  });
});
