{{/* What the trainer's service and its nightly run have in common. */}}
{{- define "tarn.trainer" -}}
component: model-trainer
principal: model-trainer
module: model-trainer
schema: trainer
signingKeySecret: {{ .Values.modelTrainer.signingKeySecret | quote }}
env:
  - name: TARN_TRAINING_SIGNINGKEYFILE
    value: /etc/tarn/signing-key/signing-key.pem
{{- end }}
