import { type SiteAuthor, siteAuthorLimits } from "@porchlight/contract/site/site-author";
import { Plus } from "lucide-react";
import { pathOf } from "../../media/file-properties.ts";
import { MediaPickerButton } from "../../media/media-picker.tsx";
import type { SettingControlProps } from "../../settings/setting-field.ts";
import { SettingsForm, SettingsForms } from "../../settings/settings-form.tsx";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/fields.tsx";
import { SortableRows } from "../../ui/sortable-rows.tsx";

/** What the site shows about the authors of posts. */
function AuthorsPage() {
  return (
    <SettingsForms>
      <SettingsForm
        title={text("Authors")}
        description={text("A portrait and a few words, at the end of an author's posts and on the author's page.")}
        fields={[
          {
            name: "authors",
            label: text("Authors"),
            invalid: text(
              "Each author needs a unique name of up to 100 characters. The text can have up to 300 characters. The link must start with https://.",
            ),
            render: AuthorRows,
          },
        ]}
      />
    </SettingsForms>
  );
}

/** Edits the list of authors, which is stored as JSON. */
function AuthorRows({ field, value, error, onChange }: SettingControlProps) {
  const authors: readonly SiteAuthor[] = value === null ? [] : JSON.parse(String(value));
  const save = (next: readonly SiteAuthor[]) => onChange(next.length === 0 ? null : JSON.stringify(next));
  const nameOf = ({ name }: SiteAuthor) => name || text("New author");
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{field.label}</legend>
      {error !== undefined && <p className="text-danger">{error}</p>}
      {authors.length === 0 && <p className="text-muted">{text("Posts show only the names of their authors.")}</p>}
      {authors.length > 0 && (
        <SortableRows label={field.label} items={authors} nameOf={nameOf} onChange={save}>
          {(author, at) => (
            <AuthorFields
              author={author}
              name={nameOf(author)}
              onChange={(changed) => save(authors.map((other, index) => (index === at ? changed : other)))}
            />
          )}
        </SortableRows>
      )}
      <div>
        <Button
          isDisabled={authors.length >= siteAuthorLimits.authors}
          onPress={() => save([...authors, { name: "" }])}
        >
          <Plus aria-hidden size={16} />
          {text("Add an author")}
        </Button>
      </div>
    </fieldset>
  );
}

interface AuthorFieldsProps {
  author: SiteAuthor;
  /** For the labels of buttons. */
  name: string;
  onChange(author: SiteAuthor): void;
}

function AuthorFields({ author, name, onChange }: AuthorFieldsProps) {
  const change = (key: keyof SiteAuthor, entered: string | undefined) => {
    const { [key]: _former, ...others } = author;
    onChange({ name: "", ...others, ...((entered || key === "name") && { [key]: entered ?? "" }) });
  };
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={text("Name")}
          hint={text("Must match the author name in posts.")}
          maxLength={siteAuthorLimits.name}
          value={author.name}
          onChange={(entered) => change("name", entered)}
        />
        <TextField
          label={text("Link")}
          hint={text("For example, a personal website.")}
          placeholder="https://"
          maxLength={siteAuthorLimits.link}
          value={author.link ?? ""}
          onChange={(entered) => change("link", entered.trim())}
        />
      </div>
      <TextArea
        label={text("Text")}
        maxLength={siteAuthorLimits.text}
        value={author.text ?? ""}
        onChange={(entered) => change("text", entered.replace(/\s*\n\s*/g, " "))}
      />
      <div className="flex flex-wrap items-center gap-3">
        {author.picture && <img src={author.picture} alt="" className="size-14 rounded-full object-cover" />}
        <MediaPickerButton
          mediaType="IMAGE"
          aria-label={
            author.picture
              ? text("Replace the portrait of {name}", { name })
              : text("Choose a portrait of {name}", { name })
          }
          onChoose={([file]) => file && change("picture", pathOf(file))}
        >
          {author.picture ? text("Replace the portrait") : text("Choose a portrait")}
        </MediaPickerButton>
        {author.picture && (
          <Button
            kind="quiet"
            aria-label={text("Remove the portrait of {name}", { name })}
            onPress={() => change("picture", undefined)}
          >
            {text("Remove")}
          </Button>
        )}
      </div>
    </div>
  );
}

export { AuthorsPage as Component };
