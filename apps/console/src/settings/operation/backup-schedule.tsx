import { language, text } from "../../texts/text.ts";
import { TextField } from "../../ui/fields.tsx";
import type { SettingField } from "../setting-field.ts";
import { SettingsForm, SettingsForms } from "../settings-form.tsx";

const fields: readonly SettingField[] = [
  {
    name: "backupSchedule",
    label: text("How often"),
    options: {
      off: { label: text("Never"), hint: text("You create backups yourself.") },
      daily: { label: text("Every day") },
      weekly: { label: text("Every week") },
    },
  },
  {
    name: "backupWeekday",
    label: text("Day"),
    options: {
      monday: { label: text("Monday") },
      tuesday: { label: text("Tuesday") },
      wednesday: { label: text("Wednesday") },
      thursday: { label: text("Thursday") },
      friday: { label: text("Friday") },
      saturday: { label: text("Saturday") },
      sunday: { label: text("Sunday") },
    },
    isShown: (readValue) => readValue("backupSchedule") === "weekly",
  },
  {
    name: "backupTime",
    label: text("Time"),
    isShown: (readValue) => readValue("backupSchedule") !== "off",
    render: ({ field, value, error, onChange }) => (
      <TextField
        label={field.label}
        hint={text("In the time zone of the site.")}
        error={error}
        type="time"
        value={String(value ?? "")}
        onChange={onChange}
      />
    ),
  },
  {
    name: "backupsKept",
    label: text("Scheduled backups to keep"),
    hint: text("Older ones are deleted after each scheduled backup. Backups that you create yourself stay."),
    isShown: (readValue) => readValue("backupSchedule") !== "off",
  },
];

/** When backups are created without a request, and how many are stored. */
export const BackupSchedule = ({ nextDate }: { nextDate: Date | undefined }) => (
  <SettingsForms>
    <SettingsForm
      title={text("Backup schedule")}
      description={text("Creates backups automatically. They are stored on the server: download one regularly.")}
      fields={fields}
    >
      {() =>
        nextDate && (
          <p className="text-muted">
            {text("Next backup: {date}", {
              date: nextDate.toLocaleString(language, { dateStyle: "full", timeStyle: "short" }),
            })}
          </p>
        )
      }
    </SettingsForm>
  </SettingsForms>
);
