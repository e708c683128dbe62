import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { useProductBesideFiles } from "./product-beside-files.ts";

const beside = useProductBesideFiles();
const { command, write, pathOf } = beside;

const definition = {
  name: "Contact",
  notifications: { ownerEmails: [] },
  formFields: [
    {
      fieldType: "INPUT",
      inputOptions: {
        target: "email",
        required: true,
        inputType: "STRING",
        stringOptions: {
          componentType: "TEXT_INPUT",
          validation: { format: "EMAIL" },
          textInputOptions: { label: "Email" },
        },
      },
    },
    { fieldType: "INPUT", inputOptions: { target: "message", inputType: "STRING" } },
  ],
};

describe("forms in the CLI", () => {
  it("are created, listed, shown, exported and removed next to a running server", async () => {
    expect((await command("form", "list")).stdout).toBe(
      "There are no forms. This creates one: porchlight form create FILE.json\n",
    );
    const created = await command("form", "create", write("contact.json", JSON.stringify(definition)));
    expect(created).toMatchObject({ code: 0, stderr: "" });
    const id = /^Created the form ([0-9a-f-]{36}), "Contact", with fields: 2\.\n$/.exec(created.stdout)?.[1] ?? "";
    expect((await command("form", "list")).stdout).toMatch(
      new RegExp(`^id +name +fields +state +changed\\n${id} +Contact +2 +open +\\d{4}-\\d\\d-\\d\\d\\n$`),
    );
    expect((await command("form", "show", id)).stdout).toMatch(
      /\nfield +type *\nemail +STRING +required\nmessage +STRING *\n$/,
    );

    const shown = (await command("form", "show", id, "--json")).stdout;
    const again = await command("form", "create", write("again.json", shown));
    expect(again).toMatchObject({ code: 0, stderr: "" });

    const { url } = beside.product;
    const key = JSON.parse((await command("key", "create", "--name", "k", "--role", "editor", "--json")).stdout).key;
    for (const email of ["ada@example.com", "=cmd@example.com"]) {
      const submission = { formId: id, submissions: { email, message: 'Say "hi", all' } };
      const response = await fetch(`${url}/form-submission-service/v4/submissions`, {
        method: "POST",
        headers: { authorization: key, "content-type": "application/json" },
        body: JSON.stringify({ submission }),
      });
      expect(response.status).toBe(200);
    }
    expect((await command("submission", "list", id)).stdout).toMatch(/\n.* CONFIRMED +new +\{.*=cmd@.*\n.*ada@.*\n$/);

    const csv = pathOf("submissions.csv");
    expect(await command("submission", "export", id, csv)).toMatchObject({
      code: 0,
      stdout: `Exported to "${csv}": submissions 2.\n`,
    });
    const lines = readFileSync(csv, "utf8").split("\r\n");
    expect(lines[0]).toBe("\uFEFFid,createdDate,status,seen,submitter,email,message");
    expect(lines[1]).toMatch(/,CONFIRMED,false,key [0-9a-f-]+,ada@example\.com,"Say ""hi"", all"$/);
    expect(lines[2]).toContain(",'=cmd@example.com,");
    expect(await command("submission", "export", id, csv)).toMatchObject({
      code: 1,
      stderr: `There is a file "${csv}" already. Name a new one.\n`,
    });
    const json = pathOf("submissions.jsonl");
    await command("submission", "export", id, json);
    const [first] = readFileSync(json, "utf8").trim().split("\n");
    expect(JSON.parse(first ?? "")).toMatchObject({ formId: id, submissions: { email: "ada@example.com" } });
    const served = await fetch(`${url}/_api/porchlight/v1/forms/${id}/submissions/file?format=CSV`, {
      headers: { authorization: key },
    });
    expect([served.headers.get("content-disposition"), await served.text()]).toEqual([
      'attachment; filename="Contact.csv"',
      readFileSync(csv, "utf8").replace("\uFEFF", ""),
    ]);
    expect((await fetch(served.url)).status).toBe(403);

    expect(await command("form", "remove", id)).toMatchObject({
      code: 1,
      stderr:
        'This would remove the form "Contact" and, after 30 days, its submissions. If that is what you want, add --yes.\n',
    });
    expect((await command("form", "remove", id, "--yes")).stdout).toBe(
      `Removed ${id}. It stays in the trash bin for 30 days.\n`,
    );
    const unknown = `There is no form "${id}". This lists them: porchlight form list\n`;
    for (const args of [
      ["form", "show", id],
      ["form", "remove", id],
      ["submission", "list", id],
      ["submission", "export", id, pathOf("x.csv")],
    ])
      expect(await command(...args)).toMatchObject({ code: 1, stderr: unknown });
  });

  it("are not created from invalid definitions, and each error has its place", async () => {
    const invalid = {
      name: "Bad",
      formFields: [
        ...definition.formFields,
        { fieldType: "INPUT", inputOptions: { target: "email", inputType: "STRING" } },
      ],
    };
    const file = write("bad.json", JSON.stringify(invalid));
    expect(await command("form", "create", file)).toMatchObject({
      code: 1,
      stderr: `${file}: formFields.2.inputOptions.target "email" is the target of another field.\n`,
    });
    const unknown = write("unknown.json", '{\n  "name": "Bad",\n  "colour": 1\n}');
    expect(await command("form", "create", unknown)).toMatchObject({
      code: 1,
      stderr: `${unknown}:3:3: "colour" is nothing that a form has.\n`,
    });
  });
});
