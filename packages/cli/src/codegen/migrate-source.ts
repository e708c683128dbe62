import { platformEnumerations } from "@porchlight/contract/platform-enumerations";
import { type ImportDeclaration, Node, Project, type SourceFile, SyntaxKind } from "ts-morph";

/** A place that a person has to look at. */
export interface MigrationNote {
  line: number;
  text: string;
}

/** A source file after the migration. */
export interface MigratedSource {
  text: string;
  /** Rewritten imports. */
  imports: number;
  /** Calls of `createClient` that got a host. */
  clients: number;
  notes: MigrationNote[];
}

const byteOrderMark = "\ufeff";
const compatEntry = "@porchlight/client/compat";

/** What the compatible entry exports, by the platform's package. */
const supportedNames: Readonly<Record<string, readonly string[]>> = {
  "@wix/sdk": [
    ...["createClient", "OAuthStrategy", "ApiKeyStrategy", "AppStrategy", "EMPTY_TOKENS", "TokenRole", "LoginState"],
    ...["IOAuthStrategy", "Tokens", "AccessToken", "RefreshToken", "TokenStorage", "OauthData", "media"],
    "createLocalTokenStorage",
  ],
  "@wix/data": ["items", "collections", "permissions"],
  "@wix/blog": ["posts", "categories", "tags", "draftPosts", "likes"],
  "@wix/forms": ["forms", "submissions"],
  "@wix/members": [
    ...["members", "membersAbout", "customFields", "memberToMemberBlock", "defaultPrivacy", "memberPrivacySettings"],
    ...["memberFollowers", "badges"],
  ],
  "@wix/redirects": ["redirects"],
  "@wix/identity": ["authentication", "recovery", "verification", "oauth"],
};

/** Packages of the platform that this command can replace. */
export const supportedPackages = Object.keys(supportedNames);

const supportedTypes: Readonly<Record<string, readonly string[]>> = {
  posts: ["Post"],
  categories: ["Category"],
  tags: ["BlogTag"],
  members: ["Member"],
  items: ["WixDataItem", "WixDataQueryResult"],
  membersAbout: ["MemberAbout"],
  customFields: ["CustomField"],
  badges: ["Badge"],
  memberPrivacySettings: ["MemberPrivacySettings"],
  forms: ["Form", "FormField"],
  submissions: ["FormSubmission"],
  collections: ["DataCollection"],
  draftPosts: ["DraftPost"],
  likes: ["Like"],
  redirects: ["RedirectSession"],
  authentication: ["IdentityProfile"],
};

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Rewrites a module written for the platform's SDK: its imports, and the options of `createClient`, which get `host`.
 * Everything else stays as it is, with its formatting.
 *
 * @param path Name of the file; its extension determines the syntax.
 */
export function migrateSource(path: string, text: string, host: string): MigratedSource {
  // Positions of nodes do not count a byte order mark.
  if (text.startsWith(byteOrderMark)) {
    const migrated = migrateSource(path, text.slice(1), host);
    return { ...migrated, text: byteOrderMark + migrated.text };
  }
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { allowJs: true } });
  const source = project.createSourceFile(`/${path.replace(/^.*[\\/]/, "")}`, text);
  const [syntaxError] = project.getProgram().getSyntacticDiagnostics(source);
  if (syntaxError) {
    const line = syntaxError.getLineNumber() ?? 1;
    return {
      text,
      imports: 0,
      clients: 0,
      notes: [{ line, text: "The file has a syntax error and stays unchanged." }],
    };
  }
  const edits: Edit[] = [];
  const notes: MigrationNote[] = [];
  const report = (node: Node, message: string) => notes.push({ line: node.getStartLineNumber(), text: message });
  const locals = new Map<string, string>();

  for (const declaration of source.getImportDeclarations())
    if (isPlatform(declaration.getModuleSpecifierValue())) edits.push(...rewriteImport(declaration, locals, report));
  for (const declaration of source.getExportDeclarations()) {
    const literal = declaration.getModuleSpecifier();
    const specifier = literal?.getLiteralValue() ?? "";
    if (!literal || !isPlatform(specifier)) continue;
    const names = declaration.getNamedExports().map((one) => one.getName());
    const missing = missingNames(specifier, names);
    if (missing.length > 0 || names.length === 0) report(declaration, unsupported(specifier, missing));
    else edits.push(replaceLiteral(literal));
  }
  for (const literal of source.getDescendantsOfKind(SyntaxKind.StringLiteral)) {
    const value = literal.getLiteralValue();
    const call = literal.getParent();
    if (isPlatform(value) && Node.isCallExpression(call)) edits.push(...rewriteCall(literal, locals, report));
    else if (isPlatform(value) && !Node.isImportDeclaration(call) && !Node.isExportDeclaration(call))
      report(literal, `"${value}" is used outside of an import.`);
    else if (/wixapis\.com|wixstatic\.com|^wix:/.test(value))
      report(literal, `This text is an address of the platform: ${value}`);
  }
  const imports = edits.length;
  edits.push(...addHosts(source, locals, host, report));
  reportUnsupportedTypes(source, locals, report);
  reportChangedCalls(source, locals, report);

  let migrated = text;
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => b.start - a.start))
    migrated = migrated.slice(0, start) + replacement + migrated.slice(end);
  notes.sort((a, b) => a.line - b.line);
  return { text: migrated, imports, clients: edits.length - imports, notes };
}

type Report = (node: Node, message: string) => void;

const isPlatform = (specifier: string): boolean => specifier.startsWith("@wix/");

const missingNames = (specifier: string, names: readonly string[]): string[] =>
  names.filter((name) => !supportedNames[specifier]?.includes(name));

const unsupported = (specifier: string, names: readonly string[]): string =>
  supportedNames[specifier] && names.length > 0
    ? `${names.join(", ")} of ${specifier} ${names.length > 1 ? "have" : "has"} no counterpart.`
    : supportedNames[specifier]
      ? `Import the names of ${specifier} one by one.`
      : `${specifier} has no counterpart.`;

/** Replaces the text within the quotation marks. */
const replaceLiteral = (literal: Node): Edit => ({
  start: literal.getStart() + 1,
  end: literal.getEnd() - 1,
  text: compatEntry,
});

function rewriteImport(declaration: ImportDeclaration, locals: Map<string, string>, report: Report): Edit[] {
  const specifier = declaration.getModuleSpecifierValue();
  const named = declaration.getNamedImports();
  if (named.length === 0 || declaration.getDefaultImport()) {
    report(declaration, unsupported(specifier, []));
    return [];
  }
  const missing = missingNames(
    specifier,
    named.map((one) => one.getName()),
  );
  const supported = named.filter((one) => !missing.includes(one.getName()));
  for (const one of supported) locals.set(one.getAliasNode()?.getText() ?? one.getName(), one.getName());
  if (missing.length > 0) report(declaration, unsupported(specifier, missing));
  const literal = declaration.getModuleSpecifier();
  if (missing.length === 0) return [replaceLiteral(literal)];
  if (supported.length === 0) return [];
  const quote = literal.getText()[0];
  const keyword = declaration.isTypeOnly() ? "import type" : "import";
  const write = (list: readonly { getText(): string }[], from: string) =>
    `${keyword} { ${list.map((one) => one.getText()).join(", ")} } from ${quote}${from}${quote};`;
  const remaining = named.filter((one) => missing.includes(one.getName()));
  const text = `${write(supported, compatEntry)}\n${write(remaining, specifier)}`;
  return [{ start: declaration.getStart(), end: declaration.getEnd(), text }];
}

/** Rewrites `const { items } = require("…")` and `= await import("…")`. */
function rewriteCall(literal: Node, locals: Map<string, string>, report: Report): Edit[] {
  const call = literal.getParentIfKindOrThrow(SyntaxKind.CallExpression);
  const specifier = literal.asKindOrThrow(SyntaxKind.StringLiteral).getLiteralValue();
  if (!/^(require|import)$/.test(call.getExpression().getText())) {
    report(literal, `"${specifier}" is used outside of an import.`);
    return [];
  }
  const parent = call.getParent();
  const variable = (Node.isAwaitExpression(parent) ? parent.getParent() : parent)?.asKind(
    SyntaxKind.VariableDeclaration,
  );
  const elements = variable?.getNameNode().asKind(SyntaxKind.ObjectBindingPattern)?.getElements() ?? [];
  const nameOf = (element: (typeof elements)[number]) => element.getPropertyNameNode()?.getText() ?? element.getName();
  const missing = missingNames(specifier, elements.map(nameOf));
  if (elements.length === 0 || missing.length > 0) {
    report(literal, unsupported(specifier, missing));
    return [];
  }
  for (const element of elements) locals.set(element.getName(), nameOf(element));
  return [replaceLiteral(literal)];
}

function addHosts(source: SourceFile, locals: ReadonlyMap<string, string>, host: string, report: Report): Edit[] {
  const edits: Edit[] = [];
  for (const call of source.getDescendantsOfKind(SyntaxKind.CallExpression)) {
    if (locals.get(call.getExpression().getText()) !== "createClient") continue;
    const options = call.getArguments()[0]?.asKind(SyntaxKind.ObjectLiteralExpression);
    if (!options) report(call, "Add host to the options of createClient.");
    else if (!options.getProperty("auth") && !options.getProperties().some(Node.isSpreadAssignment))
      report(call, "Add host and auth, such as OAuthStrategy({ clientId }), to the options of createClient.");
    else if (options.getProperty("host")) report(call, "createClient has a host already: it must be the server's URL.");
    else {
      const [first] = options.getProperties();
      const isMultiline = first && first.getStartLineNumber() > options.getStartLineNumber();
      const start = isMultiline ? first.getStart() : options.getStart() + 1;
      const indent = isMultiline
        ? source.getFullText().slice(source.getFullText().lastIndexOf("\n", start) + 1, start)
        : "";
      const property = `host: ${JSON.stringify(host)}`;
      const end = options.getProperties().length > 0 ? "," : " ";
      edits.push({ start, end: start, text: isMultiline ? `${property},\n${indent}` : ` ${property}${end}` });
    }
  }
  return edits;
}

const missingMediaCalls = ["getCroppedImageUrl", "getShapeUrl"];

/** Notes properties that the compatible entry does not have, or that need a page of the site. */
function reportChangedCalls(source: SourceFile, locals: ReadonlyMap<string, string>, report: Report): void {
  for (const access of source.getDescendantsOfKind(SyntaxKind.PropertyAccessExpression)) {
    const module = locals.get(access.getExpression().getText());
    const name = access.getName();
    if (module && (/^[A-Z]/.test(name) ? !hasEnumeration(module, name) : missingMediaCalls.includes(name)))
      report(access, `${access.getText()} has no counterpart.`);
    else if (name === "sendPasswordResetEmail")
      report(access, "The link in this email opens redirectUri with #token=…: call recovery.recover on that page.");
  }
}

/** Exports that are enumerations. */
const dottedConstants = ["LoginState", "TokenRole"];

/** Whether the module is an enumeration with the name, or has one of the name. */
const hasEnumeration = (module: string, name: string): boolean =>
  dottedConstants.includes(module) || Object.hasOwn(Object(Object(platformEnumerations)[module]), name);

/** Notes types such as `posts.Something` that the compatible entry does not declare. */
function reportUnsupportedTypes(source: SourceFile, locals: ReadonlyMap<string, string>, report: Report): void {
  for (const name of source.getDescendantsOfKind(SyntaxKind.QualifiedName)) {
    const module = locals.get(name.getLeft().getText());
    const type = name.getRight().getText();
    if (module && !supportedTypes[module]?.includes(type) && !hasEnumeration(module, type))
      report(name, `The type ${name.getText()} has no counterpart.`);
  }
}
