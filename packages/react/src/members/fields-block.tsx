import type { DeclaredFieldEntry } from "../auth/member-client.ts";
import { TimeText } from "../ui/time-text.tsx";
import { Fact, Facts } from "./account-block.tsx";
import { EditableBlock } from "./editable-block.tsx";
import type { DetailsBlockProps } from "./phones-block.tsx";
import { type FieldValue, toSiteFields } from "./site-fields.ts";

interface FieldsBlockProps extends DetailsBlockProps {
  declaredFields: readonly DeclaredFieldEntry[];
}

const loadForm = async () => (await import("./fields-form.tsx")).FieldsForm;

/** Fields of the site's own: those that the owner asks for, and others that this member has. Hidden where there are none. */
export function FieldsBlock({ details, declaredFields, ...props }: FieldsBlockProps) {
  const { text, appearance, headingLevel, update, onDirty } = props;
  const { customFields } = details;
  const fields = toSiteFields(customFields, declaredFields);
  if (fields.length === 0) return null;
  return (
    <EditableBlock
      name="fields"
      title={text("profile.fields.title")}
      {...{ text, appearance, headingLevel, loadForm }}
      form={(FieldsForm, onDone) => (
        <FieldsForm {...{ text, appearance, fields, customFields, update, onDirty, onDone }} />
      )}
    >
      <Facts appearance={appearance}>
        {fields.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value && showValue(value, text.language) ? (
              showValue(value, text.language)
            ) : (
              <span className="site-muted">{text("account.profile.none")}</span>
            )}
          </Fact>
        ))}
      </Facts>
    </EditableBlock>
  );
}

function showValue({ dateValue, numValue, strValue }: FieldValue, language: string) {
  if (dateValue) return <TimeText value={dateValue} />;
  if (typeof numValue === "number") return numValue.toLocaleString(language, { maximumFractionDigits: 15 });
  return strValue && <bdi>{strValue}</bdi>;
}
